// npm run servers: starts a Neo4j and a Redis for the tests of this checkout in the background, migrated, and prints their
// environment variables. `--stop` stops them.
import { OperatorError } from '../../src/platform/operator-error.ts'
import { createStopSignal } from '../../src/local/stop-signal.ts'
import { startService } from './service.ts'
import { standingServers, stopStanding } from './standing-servers.ts'

async function run(wish?: string): Promise<void> {
  if (wish === '--stop') {
    console.error((await stopStanding()) ? 'Stopped.' : 'None were running.')
    return
  }
  if (wish !== undefined) throw new OperatorError('usage: npm run servers [-- --stop]')
  const env = await standingServers({
    env: process.env,
    signal: createStopSignal().signal,
    say: console.error,
  })
  Object.assign(process.env, env)
  await (await startService()).close()
  console.error('The servers are up; "npm run servers -- --stop" ends them.')
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`)
}

try {
  await run(...process.argv.slice(2))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
// The servers are children of this process and would keep it alive.
process.exit()

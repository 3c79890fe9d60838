// Throw-away servers for developers: prints the variables that the tests read, and keeps the servers until Ctrl-C.
import { OperatorError } from '../../src/config.ts'
import { stopRequest } from '../../src/local/stop-request.ts'
import { startTestServers } from './servers.ts'

const stop = stopRequest()
try {
  const servers = await startTestServers({ env: process.env, signal: stop.signal, say: console.error })
  for (const [name, value] of Object.entries(servers.env)) console.log(`export ${name}='${value}'`)
  await stop.requested
  await servers.stop()
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

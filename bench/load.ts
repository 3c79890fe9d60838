import { parseArgs } from 'node:util'
import { mixedLoad } from '../test/app/load/mixed-load.ts'
import { testModel } from '../test/support/model.ts'
import { startTestServers } from '../test/support/servers.ts'

const HELP = `npm run drill:load -- [--minutes 1]
The figures of test/app/load/mixed-load.test.ts after another time: what a service process holds before and after a mix of all kinds
of requests.
`
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, help: { type: 'boolean', default: false } },
})

async function main(): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const options = { env: process.env, signal: stop.signal, say: console.log }
  await using started = new AsyncDisposableStack()
  const servers = await startTestServers(options)
  started.defer(async () => servers.stop())
  const { TEST_MODEL_DIR: folder = '' } = await testModel(options)
  Object.assign(process.env, servers.env)
  const ms = Number(values.minutes) * 60_000
  console.log(await mixedLoad({ EMBEDDINGS_DIR: folder }, { warmUpMs: ms, loadMs: ms }))
}

if (values.help) console.log(HELP)
else await main()

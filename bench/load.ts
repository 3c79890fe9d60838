import { parseArgs } from 'node:util'
import { mixedLoad } from '../test/app/load/mixed-load.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run drill:load -- [--minutes 1]
The figures of test/app/load/mixed-load.test.ts after another time: what a service process holds before and after a mix of all kinds
of requests.
`
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, help: { type: 'boolean', default: false } },
})

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started, { model: true })
  const folder = process.env['TEST_MODEL_DIR'] ?? ''
  const ms = Number(values.minutes) * 60_000
  console.log(await mixedLoad({ EMBEDDINGS_DIR: folder }, { warmUpMs: ms, loadMs: ms }))
}

if (values.help) console.log(HELP)
else await main()

import { parseArgs } from 'node:util'
import { download } from '../test/features/exports/download.ts'
import { writeBigGraph } from '../test/support/big-graph.ts'
import { openDatabase } from '../test/support/database.ts'
import { peakResidentMbDuring } from '../test/support/resident-memory.ts'
import { startService } from '../test/support/service.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run bench:exports -- [--ideas 100000] [--relations 200000]
Exports a large account from a service process of its own: time, size, and how much its resident memory grows.
`
const FILES = [
  '',
  '/csv',
  '/graph?format=graphml',
  '/graph?format=gexf',
  '/graph?format=mermaid',
  '/graph?format=cypher',
]

const { values } = parseArgs({
  options: {
    ideas: { type: 'string', default: '100000' },
    relations: { type: 'string', default: '200000' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started)
  const database = openDatabase()
  const setup = await startService()
  try {
    const [small, large] = [await setup.createUser('pro'), await setup.createUser('pro')]
    const size = { ideas: Number(values.ideas), relations: Number(values.relations) }
    console.log(`writing ${size.ideas} ideas and ${size.relations} relations`)
    await writeBigGraph(database.driver, large.user_id, size)
    console.log('export                           s      MB   MB/s  resident MB before, peak, growth')
    for (const file of FILES) await measure(`/user/export${file}`, small.api_key, large.api_key)
  } finally {
    await setup.close()
    await database.close()
  }
}

async function measure(path: string, smallKey: string, largeKey: string): Promise<void> {
  const service = await startServiceProcess({ LOG_LEVEL: 'info' })
  try {
    const before = await peakResidentMbDuring(service.pid, () => download(service.url, smallKey, path))
    let megabytes = 0
    let seconds = 0
    const peak = await peakResidentMbDuring(service.pid, async () => {
      const start = performance.now()
      megabytes = (await download(service.url, largeKey, path)) / 1_000_000
      seconds = (performance.now() - start) / 1_000
    })
    const cells = [seconds, megabytes, megabytes / seconds].map((value) => value.toFixed(1).padStart(6))
    const memory = [before, peak, peak - before].map((value) => value.toFixed(0).padStart(5))
    console.log(`${path.padEnd(28)}${cells.join(' ')}  ${memory.join(' ')}`)
  } finally {
    await service.stop()
  }
}

if (values.help) console.log(HELP)
else await main()

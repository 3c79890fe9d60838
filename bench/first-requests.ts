import { parseArgs } from 'node:util'
import type { Client, Reply } from '../test/support/client.ts'
import { openDatabase } from '../test/support/database.ts'
import { newIdea, relate } from '../test/support/factories.ts'
import { startService } from '../test/support/service.ts'
import { measure } from './measure.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run bench:first-requests -- [--clients 16] [--seconds 24]
Clients create, list, change, read, relate, search and draw ideas as soon as a service on an empty database has started. Tells what
they were answered, and how many plans of statements Neo4j made meanwhile.
`
/** From this on the time before a statement runs is that of its plan, and not of looking one up. */
const PLAN_US = 30_000
const STATISTICS = `
CALL db.stats.retrieve('QUERIES', {maxInvocations: 100000}) YIELD data
UNWIND data.invocations AS one
WITH one WHERE one.startTimestampMillis >= $since AND one.elapsedCompileTimeInUs >= $planUs
RETURN count(*) AS plans, sum(one.elapsedCompileTimeInUs) / 1000000.0 AS seconds`

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '24' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started, { model: true })
  const begun = performance.now()
  const env = { WORKER: 'inside', EMBEDDINGS_DIR: process.env['TEST_MODEL_DIR'] ?? '' }
  const service = await startService({ env })
  started.defer(async () => service.close())
  console.log(`started after ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  const { api } = await service.createUser()
  const since = Date.now()
  const statuses = new Map<number, number>()
  const ids = [await newIdea(api).then(({ id }) => Number(id))]
  const sample = await measure(
    async (call) => {
      const { status, body } = await request(api, call, ids)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201 && body.title !== undefined) ids.push(body.id)
    },
    { concurrency: Number(values.clients), seconds: Number(values.seconds) },
  )
  const database = openDatabase()
  const [made] = await database.query(STATISTICS, { since, planUs: PLAN_US })
  await database.close()
  console.log(Object.fromEntries(statuses), sample, made)
}

/** The next of seven requests, in turn. */
async function request(api: Client, call: number, ids: readonly number[]): Promise<Reply> {
  const [one, other] = [ids[call % ids.length] ?? 0, ids[(call * 3 + 1) % ids.length] ?? 0]
  const title = `Idea ${call} about ${['rain', 'sun', 'bread', 'trees'][call % 4]}`
  switch (call % 7) {
    case 0:
      return api.get('/ideas?limit=20')
    case 1:
      return api.patch(`/ideas/${one}`, { title })
    case 2:
      return api.get(`/ideas/${other}`)
    case 3:
      return relate(api, one, 'inspires', other)
    case 4:
      return api.get('/ideas/search?q=rain+bread')
    case 5:
      return api.get('/map?limit=50')
    default:
      return api.post('/ideas', { title, body: 'Some text. '.repeat(call % 9), tags: [`t${call % 5}`] })
  }
}

if (values.help) console.log(HELP)
else await main()

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { importLines } from '../test/features/imports/import-client.ts'
import { Client } from '../test/support/client.ts'
import { openDatabase } from '../test/support/database.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { startService } from '../test/support/service.ts'
import { longIdeas } from './long-ideas.ts'
import { measure, median } from './measure.ts'
import { serviceWorkloads } from './workloads.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run bench:backlog -- [--ideas 10000] [--rounds 5] [--seconds 4]
What creating ideas at concurrency 1 and embedding by the local model leave each other: the rate of creating before and while
--ideas imported ideas wait to be embedded, and the rate of embedding then with and without creating, in turns. Medians.
`
const OWED = { creating: 0.7, embedding: 0.15 }

const { values } = parseArgs({
  options: {
    ideas: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started, { model: true })
  const database = started.adopt(openDatabase(), async (one) => one.close())
  const setup = started.adopt(await startService(), async (one) => one.close())
  const quota = { PRO_PLAN_DAILY_QUOTA: '1000000000' }
  const folder = process.env['TEST_MODEL_DIR'] ?? ''
  const service = started.adopt(
    await startServiceProcess({ WORKER: 'inside', EMBEDDINGS_DIR: folder, ...quota }),
    async (one) => one.stop(),
  )
  const count = async (text: string): Promise<number> => Number((await database.query(text))[0]?.['count'])
  const passages = async (): Promise<number> => count('MATCH (p:Passage) RETURN count(p) AS count')
  const seconds = Number(values.seconds)
  const rounds = Array.from({ length: Number(values.rounds) })
  let made = 0
  const { create } = serviceWorkloads(new Client(service.url, (await setup.createUser('pro')).api.headers))
  const creating = async () =>
    measure(async () => create(`Idea ${(made += 1)}`, 'one'), { concurrency: 1, seconds })
  /** Embedded passages per second meanwhile. */
  const embeddingDuring = async (work: Promise<unknown>): Promise<number> => {
    const [before, begun] = [await passages(), performance.now()]
    await work
    return ((await passages()) - before) / ((performance.now() - begun) / 1_000)
  }

  while ((await count("MATCH (x:EmbeddingIndex {state: 'active'}) RETURN count(x) AS count")) === 0)
    await sleep(100)
  await creating()
  while ((await count('MATCH (o:Outbox) RETURN count(o) AS count')) > 0) await sleep(200)
  const idles: Awaited<ReturnType<typeof creating>>[] = []
  for (const _ of rounds) idles.push(await creating())
  const idle = median(idles)
  const importer = new Client(service.url, (await setup.createUser('pro')).api.headers)
  const { status, body } = await importLines(importer, longIdeas(Number(values.ideas)))
  if (status !== 200) throw new Error(JSON.stringify(body))
  const busy: Awaited<ReturnType<typeof creating>>[] = []
  const alone: number[] = []
  const beside: number[] = []
  for (const _ of rounds) {
    alone.push(await embeddingDuring(sleep(seconds * 1_000)))
    const work = creating()
    beside.push(await embeddingDuring(work))
    busy.push(await work)
  }
  const left = await count("MATCH (o:Outbox {stage: 'indexing'}) RETURN count(o) AS count")
  const shares = {
    creating: median(busy).perSecond / idle.perSecond,
    embedding: middle(beside) / middle(alone),
  }
  console.log(`${left} ideas still wait to be embedded`)
  console.log(
    `created per second: idle ${idle.perSecond.toFixed(1)}, beside ${median(busy).perSecond.toFixed(1)}`,
  )
  console.log(`passages per second: alone ${middle(alone).toFixed(1)}, beside ${middle(beside).toFixed(1)}`)
  console.log(`kept: creating ${shares.creating.toFixed(2)}, embedding ${shares.embedding.toFixed(2)}`)
  if (left === 0 || shares.creating < OWED.creating || shares.embedding < OWED.embedding) process.exitCode = 1
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

if (values.help) console.log(HELP)
else await main()

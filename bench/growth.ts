import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeBigGraph, writePassages, type BigGraph } from '../test/support/big-graph.ts'
import { Client } from '../test/support/client.ts'
import { openDatabase, type TestDatabase } from '../test/support/database.ts'
import { startFakeEmbeddings } from '../test/support/fake-embeddings.ts'
import { startPair, type TestServersOptions } from '../test/support/servers.ts'
import { startServiceProcess, type ServiceProcess } from '../test/support/service-process.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { measure, type Work } from './measure.ts'
import { freshPairs, must, serviceWorkloads } from './workloads.ts'

const HELP = `npm run bench:growth -- [--sizes 10000,100000] [--rounds 5] [--seconds 1]
How requests slow down while the database grows tenfold, as medians in ms at concurrency 1: for a user of 1,000 ideas among others
of as many, in databases of these sizes, and for users who have all of the ideas themselves, in the largest of them. The sizes take
turns within one run. Exits with 1 where a factor per tenfold is above 1.5 or 3. --words leaves out search by meaning and the
vectors, which take most of the time of writing.
`
const FACTORS = { fixed: 1.5, growing: 3 }
const USER_IDEAS = 1_000
const DIMENSIONS = 384
const PAGE = 10
/** How much longer the first round is. */
const WARM_UP = 5

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    words: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Array.from({ length: Number(values.rounds) })
const seconds = Number(values.seconds)

/** What is measured of a user, and what waits until background work is done. */
type Subject = Readonly<{ workloads: Readonly<Record<string, Work>>; idle: () => Promise<void> }>
/** A service process, and what fills its database. */
type Stack = Readonly<{ setup: TestService; service: ServiceProcess; database: TestDatabase }>

/** A new user with ideas, relations and passages. */
async function newSubject(stack: Stack, ideas: number): Promise<Subject> {
  const { setup, service, database } = stack
  const user = await setup.createUser('pro')
  const graph = await writeUser(database, user.user_id, ideas)
  await database.query('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()')
  const api = new Client(service.url, user.api.headers)
  const { get, create, relate } = serviceWorkloads(api)
  const pair = freshPairs(graph)
  const first = `/ideas?limit=${PAGE}`
  const hundredth = await nextOf(api, first, 99)
  const workloads = {
    get: async (call: number) => get(graph.firstIdea + ((call * 97) % ideas)),
    'list, page 1': async () => must(api.get(first)),
    'list, page 100': async () => must(api.get(hundredth)),
    'list by two tags': async () => must(api.get('/ideas?tag=topic-7&tag=topic-0')),
    keyword: async () => must(api.get('/ideas/search?mode=keyword&q=topic7')),
    ...(values.words
      ? {}
      : {
          semantic: async (call: number) => must(api.get(`/ideas/search?mode=semantic&q=word${call % 50}`)),
        }),
    relate: async () => relate(pair()),
    create: async (call: number) => create(`Fresh idea ${call} ${performance.now()}`, 'topic-1'),
  }
  return { workloads, idle: async () => untilIdle(database) }
}

async function writeUser({ driver }: TestDatabase, userId: string, ideas: number): Promise<BigGraph> {
  const graph = await writeBigGraph(driver, userId, { ideas, relations: ideas })
  if (!values.words) await writePassages(driver, graph, DIMENSIONS)
  return graph
}

/** The address of a page after others. */
async function nextOf(api: Client, path: string, pages: number): Promise<string> {
  let address = `${api.origin}/api/v1${path}`
  for (let page = 0; page < pages; page += 1) {
    const link = (await api.get(address)).headers.get('link') ?? ''
    const next = /<(?<target>[^>]*)>; rel="next"/.exec(link)?.groups?.['target']
    if (next === undefined) throw new Error('the list ends too early')
    address = api.origin + next
  }
  return address
}

/** Measures each workload of the subjects in turns, and prints the medians and the factors per tenfold. */
async function compare(
  scenario: keyof typeof FACTORS,
  sizes: readonly number[],
  subjects: readonly Subject[],
): Promise<void> {
  const head = [...sizes.map((size) => `${size} ms`), ...sizes.slice(1).map((size) => `x, ${size}`)]
  console.log(`a user of ${scenario === 'fixed' ? '1,000' : 'all  '}   ${head.map(cell).join('')}`)
  for (const name of Object.keys(subjects[0]?.workloads ?? {})) {
    const times = await timed(name, subjects)
    const factors = times.slice(1).map((time, at) => {
      const tenfolds = Math.log10((sizes[at + 1] ?? 1) / (sizes[at] ?? 1))
      return (time / (times[at] ?? 1)) ** (1 / tenfolds)
    })
    if (factors.some((factor) => factor > FACTORS[scenario])) process.exitCode = 1
    const cells = [...times.map((time) => time.toFixed(1)), ...factors.map((factor) => factor.toFixed(2))]
    console.log(`${name.padEnd(18)}${cells.map(cell).join('')}`)
  }
}

function cell(text: string): string {
  return text.padStart(12)
}

/** The medians of the rounds; the first one is a warm-up, in which Neo4j compiles what runs often. */
async function timed(name: string, subjects: readonly Subject[]): Promise<number[]> {
  const samples: number[][] = subjects.map(() => [])
  for (const [round] of [undefined, ...rounds].entries()) {
    for (const [at, { workloads, idle }] of subjects.entries()) {
      const work = workloads[name] ?? Promise.reject
      // What is too slow once is answered 503; its time counts with that of the second try.
      const twice: Work = async (call) => work(call).catch(async () => work(call))
      const { p50Ms } = await measure(twice, {
        concurrency: 1,
        seconds: round === 0 ? WARM_UP * seconds : seconds,
      })
      if (round > 0) samples[at]?.push(p50Ms)
      await idle()
    }
  }
  return samples.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
}

async function untilIdle({ query }: TestDatabase): Promise<void> {
  while (Number((await query('MATCH (o:Outbox) RETURN count(o) AS left'))[0]?.['left']) > 0) await sleep(100)
}

/** A user of 1,000 ideas in a database of this size with others. */
async function fixedUser(stack: Stack, size: number): Promise<Subject> {
  const begun = performance.now()
  for (let written = USER_IDEAS; written < size; written += USER_IDEAS) {
    await writeUser(stack.database, (await stack.setup.createUser('pro')).user_id, USER_IDEAS)
  }
  const subject = await newSubject(stack, USER_IDEAS)
  console.log(`${size} ideas after ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  return subject
}

async function startStack(started: AsyncDisposableStack, options: TestServersOptions): Promise<Stack> {
  const servers = started.adopt(await startPair(options), async (one) => one.stop())
  Object.assign(process.env, servers.env)
  const embeddings = started.adopt(await startFakeEmbeddings({ dimensions: DIMENSIONS }), async (one) =>
    one.close(),
  )
  const database = started.adopt(openDatabase(), async (one) => one.close())
  const setup = started.adopt(await startService(), async (one) => one.close())
  const env = {
    WORKER: 'inside',
    EMBEDDINGS_URL: embeddings.url,
    EMBEDDINGS_MODEL: 'fake',
    PRO_PLAN_DAILY_QUOTA: '1000000000',
  }
  const service = started.adopt(await startServiceProcess(env), async (one) => one.stop())
  const isActive = "MATCH (x:EmbeddingIndex {state: 'active', slot: 'a'}) RETURN x.slot"
  while ((await database.query(isActive)).length === 0) await sleep(100)
  return { setup, service, database }
}

async function main(): Promise<void> {
  const stop = new AbortController()
  process.on('SIGINT', () => stop.abort())
  await using started = new AsyncDisposableStack()
  const env = { TEST_SERVERS: process.env['TEST_SERVERS'] }
  const sizes = values.sizes.split(',').map(Number)
  const fixed: Subject[] = []
  const growing: Subject[] = []
  let largest: Stack | undefined
  for (const size of sizes) {
    largest = await startStack(started, { env, signal: stop.signal, say: console.log, brief: false })
    fixed.push(await fixedUser(largest, size))
  }
  await compare('fixed', sizes, fixed)
  for (const size of sizes) if (largest !== undefined) growing.push(await newSubject(largest, size))
  await compare('growing', sizes, growing)
}

if (values.help) console.log(HELP)
else await main()

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Driver } from 'neo4j-driver'
import { createStopSignal, type StopSignal } from '../src/local/stop-signal.ts'
import { writeBigGraph, writePassages, type BigGraph } from '../test/support/big-graph.ts'
import { Client } from '../test/support/client.ts'
import { testModel } from '../test/support/model.ts'
import { peakResidentMbDuring } from '../test/support/resident-memory.ts'
import { startTestServers } from '../test/support/servers.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { startService, testServers, type TestService } from '../test/support/service.ts'
import { bareDriver, bareWorkloads, DIMENSIONS } from './bare.ts'
import { measure, median, type Sample, type Work } from './measure.ts'
import { upTo, writeShapes, type Shapes } from './shapes.ts'
import { freshPairs, serviceWorkloads, type Workloads } from './workloads.ts'

const HELP = `npm run bench -- [--rounds 3] [--seconds 1] [--ideas 10000] [--relations 50000] [--only get,list]
Measures the service against the fastest statements that we know, run by a bare driver loop, interleaved in one run. Nothing is
embedded meanwhile but the queries of the searches by meaning.
`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    ideas: { type: 'string', default: '10000' },
    relations: { type: 'string', default: '50000' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Array.from({ length: Number(values.rounds) })
const seconds = Number(values.seconds)

/** What is compared: the same operations on the graph of an account, and on the shapes of another. */
type Subject = Readonly<{ graph: Workloads; shapes: Workloads }>
type Calls = Readonly<Record<string, (subject: Subject) => Work>>
/** Two ways to do the same. */
type Both<T> = Readonly<{ service: T; bare: T }>

function calls(graph: BigGraph, shapes: Shapes, change: () => Promise<unknown>): Calls {
  const { firstIdea, ideas } = graph
  const pair = freshPairs(graph)
  const pick = (): number => firstIdea + upTo(ideas)
  let unique = 0
  return {
    get: (subject) => async () => subject.graph.get(pick()),
    'get by a tool': (subject) => async () => subject.graph.getByTool(pick()),
    list: (subject) => async () => subject.graph.list(),
    'list by two tags': (subject) => async () => subject.graph.listTagged(two('topic-')),
    keyword: (subject) => async () => subject.graph.keyword(two('topic')),
    semantic: (subject) => async () =>
      subject.graph.semantic(`question ${(unique += 1)} about ${two('topic').join(' ')}`),
    map: (subject) => async () => subject.graph.map(),
    'map unchanged': (subject) => async () => subject.graph.mapUnchanged(),
    'map cold': (subject) => async () => {
      await change()
      return subject.graph.map()
    },
    relate: (subject) => async () => subject.graph.relate(pair()),
    'refuse 100-199 deep': (subject) => async () => subject.shapes.refuse(shapes.deep()),
    'refuse ladder 2^29': (subject) => async () => subject.shapes.refuse(shapes.ladder),
    'refuse chain 5,000': (subject) => async () => subject.shapes.refuse(shapes.chain),
    create: (subject) => async () =>
      subject.graph.create(`Fresh idea ${(unique += 1)} ${Date.now()}`, 'topic-1'),
    patch: (subject) => async () => subject.graph.patch(pick(), `Changed ${(unique += 1)}`),
  }
}

/** Two different ones of the 50 words, or tags, of a big graph. */
function two(kind: string): [string, string] {
  return [`${kind}${upTo(25)}`, `${kind}${25 + upTo(25)}`]
}

async function compare(subjects: Both<Subject>, workloads: Calls): Promise<void> {
  console.log('workload             conc  service/s  p50 ms  p95 ms   bare/s  p50 ms  p95 ms  ratio  min-max')
  const only = values.only?.split(',')
  const chosen = Object.entries(workloads).filter(([name]) => only?.includes(name) ?? true)
  // The compilers of Java and V8 need thousands of calls.
  for (const [, call] of chosen)
    for (const subject of ['service', 'bare'] as const)
      await measure(call(subjects[subject]), { concurrency: 4, seconds: 1 })
  for (const [name, call] of chosen) {
    for (const concurrency of [1, 16]) {
      const samples: { service: Sample[]; bare: Sample[] } = { service: [], bare: [] }
      for (const subject of ['service', 'bare'] as const)
        await measure(call(subjects[subject]), { concurrency, seconds: 0.5 })
      for (const _ of rounds)
        for (const subject of ['service', 'bare'] as const)
          samples[subject].push(await measure(call(subjects[subject]), { concurrency, seconds }))
      console.log(line(name, concurrency, samples))
    }
  }
}

function line(name: string, concurrency: number, { service, bare }: Both<readonly Sample[]>): string {
  const ratios = service
    .map(({ perSecond }, at) => perSecond / (bare[at]?.perSecond ?? 1))
    .toSorted((a, b) => a - b)
  const of = (place: number): string => (ratios[place] ?? 0).toFixed(2)
  const cells = [
    name.padEnd(19),
    String(concurrency).padStart(5),
    cellsOf(median(service)),
    cellsOf(median(bare)).slice(2),
  ]
  return `${cells.join('  ')}  ${of(Math.floor(ratios.length / 2)).padStart(5)}  ${of(0)}-${of(ratios.length - 1)}`
}

function cellsOf({ perSecond, p50Ms, p95Ms }: Sample): string {
  const [rate, p50, p95] = [perSecond.toFixed(0), p50Ms.toFixed(2), p95Ms.toFixed(2)]
  return `${rate.padStart(9)}  ${p50.padStart(6)}  ${p95.padStart(6)}`
}

async function main(stop: StopSignal): Promise<void> {
  await using started = new AsyncDisposableStack()
  const options = {
    env: process.env,
    signal: stop.signal,
    say: (text: string) => console.log(text),
    brief: false,
  }
  const servers = await startTestServers(options)
  started.defer(() => servers.stop())
  Object.assign(process.env, servers.env, await testModel(options))
  const { neo4jUri, user, password } = testServers()
  const driver = started.adopt(bareDriver(neo4jUri, user, password), (driver) => driver.close())
  const setup = started.adopt(await startService(), (setup) => setup.close())
  const model = { EMBEDDINGS_DIR: process.env['TEST_MODEL_DIR'] ?? '' }
  await makeVectorIndex(driver, model)
  const service = started.adopt(
    await startServiceProcess({ ...model, WORKER: 'separate', PRO_PLAN_DAILY_QUOTA: '1000000000' }),
    (service) => service.stop(),
  )
  const done = bench(driver, setup, service.url)
  const peak = peakResidentMbDuring(service.pid, async () => Promise.race([done, stop.requested]))
  console.log(
    `The service was at most ${(await peak).toFixed(0)} MB resident, without its process for the model.`,
  )
}

/** A service with a worker makes the index of the local model. */
async function makeVectorIndex(driver: Driver, model: Readonly<Record<string, string>>): Promise<void> {
  const service = await startServiceProcess({ ...model, WORKER: 'inside' })
  const isActive = "MATCH (x:EmbeddingIndex {state: 'active', slot: 'a'}) RETURN x.slot"
  while ((await driver.executeQuery(isActive)).records.length === 0) await sleep(100)
  await service.stop()
}

async function bench(driver: Driver, setup: TestService, url: string): Promise<void> {
  const [account, other] = [await setup.createUser('pro'), await setup.createUser('pro')]
  const size = { ideas: Number(values.ideas), relations: Number(values.relations) }
  console.log(`writing ${size.ideas} ideas and ${size.relations} relations`)
  const graph = await writeBigGraph(driver, account.user_id, size)
  await writePassages(driver, graph, DIMENSIONS)
  const shapes = await writeShapes(driver, other.user_id)
  let id = 1_000_000_000
  const subjects = {
    service: {
      graph: serviceWorkloads(new Client(url, { 'X-API-Key': account.api_key })),
      shapes: serviceWorkloads(new Client(url, { 'X-API-Key': other.api_key })),
    },
    bare: {
      graph: bareWorkloads(driver, account.user_id, () => (id += 1)),
      shapes: bareWorkloads(driver, other.user_id, () => (id += 1)),
    },
  }
  const change = 'MATCH (l:Ledger {userId: $userId}) SET l.revision = l.revision + 1'
  await compare(
    subjects,
    calls(graph, shapes, async () => driver.executeQuery(change, { userId: account.user_id })),
  )
}

if (values.help) console.log(HELP)
else {
  await main(createStopSignal())
  // After Ctrl-C, calls may still be in flight.
  process.exit()
}

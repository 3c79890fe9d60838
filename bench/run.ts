import { parseArgs } from 'node:util'
import type { Driver } from 'neo4j-driver'
import { createStopSignal, type StopSignal } from '../src/local/stop-signal.ts'
import { Client } from '../test/support/client.ts'
import { writeBigGraph, type BigGraph } from '../test/support/big-graph.ts'
import { startTestServers } from '../test/support/servers.ts'
import { startService, testServers, type TestService } from '../test/support/service.ts'
import { startServiceProcess, type ServiceProcess } from '../test/support/service-process.ts'
import { bareDriver, bareWorkloads } from './bare.ts'
import { measure, median, type Sample, type Work } from './measure.ts'
import { peakResidentMbDuring } from '../test/support/resident-memory.ts'
import { freshPairs, serviceWorkloads, type Workloads } from './workloads.ts'

const HELP = `npm run bench -- [--rounds 5] [--seconds 2] [--ideas 10000] [--relations 50000]
Measures the service against the fastest statements that we know, run by a bare driver loop, interleaved in one run.
`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    ideas: { type: 'string', default: '10000' },
    relations: { type: 'string', default: '50000' },
    help: { type: 'boolean', default: false },
  },
})

type Calls = Readonly<Record<string, (subject: Workloads) => Work>>

function calls(graph: BigGraph): Calls {
  const { firstIdea, ideas } = graph
  const pair = freshPairs(graph)
  let unique = 0
  const pick = (): number => firstIdea + Math.floor(Math.random() * ideas)
  return {
    get: (subject) => async () => subject.get(pick()),
    list: (subject) => async () => subject.list(),
    create: (subject) => async () => subject.create(`Fresh idea ${(unique += 1)} ${Date.now()}`, 'topic-1'),
    patch: (subject) => async () => subject.patch(pick(), `Changed ${(unique += 1)}`),
    relate: (subject) => async () => subject.relate(...pair()),
    map: (subject) => async () => subject.map(),
  }
}

async function compare(service: Workloads, bare: Workloads, graph: BigGraph): Promise<void> {
  const rounds = Number(values.rounds)
  const seconds = Number(values.seconds)
  console.log('workload   conc  service/s  p50 ms  p95 ms   bare/s  p50 ms  p95 ms  ratio')
  for (const [name, call] of Object.entries(calls(graph))) {
    for (const concurrency of name === 'map' ? [1] : [1, 16]) {
      const samples: { service: Sample[]; bare: Sample[] } = { service: [], bare: [] }
      await measure(call(service), { concurrency, seconds: 0.5 })
      await measure(call(bare), { concurrency, seconds: 0.5 })
      for (let round = 0; round < rounds; round += 1) {
        samples.service.push(await measure(call(service), { concurrency, seconds }))
        samples.bare.push(await measure(call(bare), { concurrency, seconds }))
      }
      console.log(line(name, concurrency, median(samples.service), median(samples.bare)))
    }
  }
}

function line(name: string, concurrency: number, service: Sample, bare: Sample): string {
  const ratio = (service.perSecond / bare.perSecond).toFixed(2)
  return `${name.padEnd(9)}  ${String(concurrency).padStart(4)}  ${cells(service)}  ${cells(bare).slice(2)}  ${ratio.padStart(5)}`
}

function cells({ perSecond, p50Ms, p95Ms }: Sample): string {
  const [rate, p50, p95] = [perSecond.toFixed(0), p50Ms.toFixed(2), p95Ms.toFixed(2)]
  return `${rate.padStart(9)}  ${p50.padStart(6)}  ${p95.padStart(6)}`
}

async function mapMemory(api: Client, service: ServiceProcess): Promise<void> {
  let perSecond = 0
  const peak = await peakResidentMbDuring(service.pid, async () => {
    ;({ perSecond } = await measure(async () => api.get('/map'), { concurrency: 16, seconds: 10 }))
  })
  console.log(
    `map at concurrency 16: ${perSecond.toFixed(1)} per second, at most ${peak.toFixed(0)} MB resident`,
  )
}

async function main(stop: StopSignal): Promise<void> {
  await using started = new AsyncDisposableStack()
  const servers = await startTestServers({
    env: process.env,
    signal: stop.signal,
    say: (text) => console.log(text),
  })
  started.defer(() => servers.stop())
  Object.assign(process.env, servers.env)
  const { neo4jUri, user, password } = testServers()
  const driver = started.adopt(bareDriver(neo4jUri, user, password), (driver) => driver.close())
  const setup = started.adopt(await startService(), (setup) => setup.close())
  const service = started.adopt(
    await startServiceProcess({
      PRO_PLAN_DAILY_QUOTA: '1000000000',
      LOG_LEVEL: 'info',
    }),
    (service) => service.stop(),
  )
  await Promise.race([bench(driver, setup, service), stop.requested])
}

async function bench(driver: Driver, setup: TestService, service: ServiceProcess): Promise<void> {
  const account = await setup.createUser('pro')
  const size = { ideas: Number(values.ideas), relations: Number(values.relations) }
  console.log(`writing ${size.ideas} ideas and ${size.relations} relations`)
  const graph = await writeBigGraph(driver, account.user_id, size)
  const api = new Client(service.url, { 'X-API-Key': account.api_key })
  let id = 1_000_000_000
  await mapMemory(api, service)
  await compare(
    serviceWorkloads(api),
    bareWorkloads(driver, account.user_id, () => (id += 1)),
    graph,
  )
}

if (values.help) console.log(HELP)
else {
  await main(createStopSignal())
  // After Ctrl-C, calls may still be in flight.
  process.exit()
}

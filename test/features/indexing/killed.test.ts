import { createHash, randomInt } from 'node:crypto'
import { expect } from 'chai'
import neo4j, { type Driver } from 'neo4j-driver'
import { pino } from 'pino'
import { readConfig } from '../../../src/app/config.ts'
import { createApplication } from '../../../src/app/application.ts'
import { Client } from '../../support/client.ts'
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import {
  startServiceProcess,
  startWorkerProcess,
  type ServiceProcess,
} from '../../support/service-process.ts'
import { testEnvironment } from '../../support/service.ts'
import { startMortalServers, type MortalServers } from './mortal-servers.ts'
import { until } from './stack.ts'

const IDEAS = 250
const WRITERS = 4
const MOST_MS = 500_000

/** What the graph holds in the end: for every idea its passages, and what is still to be done. */
const OUTCOME = `
MATCH (i:Idea)
RETURN i.title AS title, COLLECT { MATCH (i)-[:HAS_PASSAGE]->(p) RETURN p.hash } AS hashes,
  COUNT { (i)<-[:ABOUT]-() } AS rows`

describe('Background work whose processes and servers are killed', function () {
  this.timeout(MOST_MS)
  let servers: MortalServers
  let embeddings: FakeEmbeddings
  let driver: Driver
  let service: ServiceProcess
  let worker: Omit<ServiceProcess, 'url'>
  let api: Client
  let env: Record<string, string>

  before(async function () {
    const started = await startMortalServers()
    if (started === undefined) return this.skip()
    servers = started
    embeddings = await startFakeEmbeddings({ delayMs: 10 })
    env = {
      ...servers.env,
      EMBEDDINGS_URL: embeddings.url,
      EMBEDDINGS_MODEL: 'fake',
      WORKER: 'separate',
    }
    const { NEO4J_URI: uri = '', NEO4J_USER: name = '', NEO4J_PASSWORD: password = '' } = env
    driver = neo4j.driver(uri, neo4j.auth.basic(name, password), { disableLosslessIntegers: true })
    service = await startServiceProcess(env)
    worker = await startWorkerProcess(env)
    const log = pino({ level: 'silent' })
    const services = createApplication(readConfig({ ...testEnvironment(), ...env }), { log })
    const user = await services.accounts.create({ email: 'killed@example.org', plan: 'pro' })
    await services.close()
    api = new Client(service.url, { 'X-API-Key': user.api_key })
  })
  after(async () => {
    await worker?.stop()
    await service?.stop()
    await driver?.close()
    await embeddings?.close()
    await servers?.stop()
  })

  const query = async (text: string): Promise<Record<string, unknown>[]> =>
    (await driver.executeQuery(text, {}, { database: 'neo4j' })).records.map((record) => record.toObject())

  /** Sends it until it is acknowledged; the key makes one idea of however many tries. */
  const write = async (number: number): Promise<void> => {
    const body = { title: `Idea ${number}`, body: `Number ${number}.` }
    await until(async () => {
      const there = new Client(service.url, { ...api.headers, 'Idempotency-Key': `idea-${number}` })
      const reply = await there.post('/ideas', body).catch(() => undefined)
      return reply?.status === 201
    }, MOST_MS)
  }

  const killings: Readonly<Record<string, () => Promise<void>>> = {
    async worker() {
      await worker.kill()
      worker = await startWorkerProcess(env)
    },
    async service() {
      await service.kill()
      service = await startServiceProcess(env)
    },
    redis: async () => servers.killRedis(),
    neo4j: async () => servers.killNeo4j(),
  }

  it('leaves every idea embedded exactly once, and nothing to do', async () => {
    let written = 0
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = writer; number < IDEAS; number += WRITERS) {
        await write(number)
        written += 1
      }
    })
    // Each of them twice, at points that are other ones in every run.
    const order = ['worker', 'redis', 'service', 'worker', 'neo4j', 'redis', 'service', 'neo4j']
    const points = order.map((_, place) => Math.floor(((place + Math.random()) * IDEAS) / order.length))
    for (const [place, victim] of order.entries()) {
      await until(async () => written >= (points[place] ?? 0), MOST_MS)
      await new Promise((resolve) => setTimeout(resolve, randomInt(200)))
      await killings[victim]?.()
    }
    await Promise.all(writers)
    await until(async () => {
      const [row] = await query('MATCH (o:Outbox) RETURN count(o) AS left').catch(() => [])
      return row?.['left'] === 0
    }, MOST_MS)

    const outcome = await query(OUTCOME)
    expect(outcome).to.have.lengthOf(IDEAS)
    const expected = Array.from({ length: IDEAS }, (_, number) => {
      const input = `Idea ${number}\nNumber ${number}.`
      return {
        title: `Idea ${number}`,
        hashes: [createHash('sha256').update(input).digest('hex')],
        rows: 0,
      }
    })
    expect(outcome).to.have.deep.members(expected)
  })
})

import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import neo4j, { type Driver } from 'neo4j-driver'
import { pino } from 'pino'
import { createApplication, type Application } from '../../../src/app/application.ts'
import { readConfig } from '../../../src/app/config.ts'
import { Client } from '../../support/client.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'
import { testEnvironment } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { startMortalServers, type MortalServers } from '../indexing/mortal-servers.ts'
import { attach, download, filesIn } from './files.ts'

const KILLINGS = 8
const WRITERS = 4
const BYTES = 2_000_000

describe('Attachments whose service and database are killed at random points', function () {
  this.timeout(600_000)
  let servers: MortalServers
  let service: ServiceProcess
  let application: Application
  let driver: Driver
  let env: Record<string, string>
  let dataDir: string
  let headers: Record<string, string>

  before(async function () {
    const started = await startMortalServers()
    if (started === undefined) return this.skip()
    servers = started
    dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-attachments-'))
    env = { ...servers.env, DATA_DIR: dataDir, WORKER: 'separate', ATTACHMENTS_MIB_PER_ACCOUNT: '10000' }
    const { NEO4J_URI: uri = '', NEO4J_USER: name = '', NEO4J_PASSWORD: password = '' } = env
    driver = neo4j.driver(uri, neo4j.auth.basic(name, password), { disableLosslessIntegers: true })
    service = await startServiceProcess(env)
    const config = readConfig({ ...testEnvironment(), ...env })
    application = createApplication(config, { log: pino({ level: 'silent' }) })
    const user = await application.accounts.create({ email: 'killed@example.org', plan: 'pro' })
    headers = { 'X-API-Key': user.api_key }
  })
  after(async () => {
    await application?.close()
    await service?.stop()
    await driver?.close()
    await servers?.stop()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  const api = (): Client => new Client(service.url, headers)
  const query = async (text: string): Promise<Record<string, unknown>[]> =>
    (await driver.executeQuery(text, {}, { database: 'neo4j' })).records.map((record) => record.toObject())
  it('have no link without its file, and no file without its link', async () => {
    const kept = new Map<string, Buffer>()
    const deleted = new Set<string>()
    const over = new AbortController()

    /** Uploads, and deletes every second file, until the killing is over. */
    const write = async (): Promise<void> => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        const idea = await answered(api().post('/ideas', { title: `Idea ${String(randomInt(2 ** 40))}` }))
        if (idea?.status !== 201) continue
        const bytes = randomBytes(randomInt(BYTES))
        const link = await answered(attach(api(), idea.body.id as number, bytes))
        if (link?.status !== 201) continue
        const { attachment_id: id, url } = link.body as { attachment_id: string; url: string }
        kept.set(url, bytes)
        if (count % 2 === 1) continue
        kept.delete(url)
        // Deleted, or perhaps not: it counts only when it was answered.
        const path = count % 4 === 0 ? `/attachments/${id}` : `/ideas/${String(idea.body.id)}`
        if ((await answered(api().delete(path))) !== undefined) deleted.add(id)
      }
    }
    const writers = Array.from({ length: WRITERS }, write)
    for (let killing = 0; killing < KILLINGS; killing += 1) {
      const [keptBefore, deletedBefore] = [kept.size, deleted.size]
      const isWritten = () => kept.size > keptBefore + 2 && deleted.size > deletedBefore + 2
      await until('some were kept and some deleted', isWritten, 60_000)
      await sleep(randomInt(500))
      if (killing % 4 === 3) await servers.killNeo4j()
      else {
        await service.kill()
        service = await startServiceProcess(env)
      }
    }
    over.abort()
    await Promise.all(writers)

    // As an hour later.
    await query('MATCH (o:OrphanFile) SET o.deadline = 0')
    await until('the database can be written to', async () =>
      application.sweep().then(
        () => true,
        () => false,
      ),
    )
    const links = await query('MATCH (k:Link) RETURN k.attachmentId AS id')
    expect(kept.size).to.be.greaterThan(20)
    expect(deleted.size).to.be.greaterThan(20)
    expect((await filesIn(dataDir)).toSorted()).to.deep.equal(links.map(({ id }) => String(id)).toSorted())
    expect(links.filter(({ id }) => deleted.has(String(id)))).to.deep.equal([])
    for (const [url, bytes] of kept) {
      const reply = await download(api(), url)
      expect(reply.status, url).to.equal(200)
      expect(reply.body.equals(bytes), url).to.equal(true)
    }
    expect(await query('MATCH (o:OrphanFile) RETURN o.key AS key')).to.deep.equal([])
  })
})

/** The answer to a request; undefined if there was none, or an outage. */
async function answered<T extends { status: number }>(request: Promise<T>): Promise<T | undefined> {
  const reply = await request.catch(() => undefined)
  if (reply !== undefined && reply.status < 500) return reply
  await sleep(100)
  return undefined
}

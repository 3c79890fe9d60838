import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { newUser, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { importLines, sendSlowly } from './import-client.ts'

/** A request counts when it is taken in; the question itself does not count. */
async function takenIn(api: Client): Promise<void> {
  const used = async (): Promise<number> => (await api.get('/user/usage')).body.used
  await until('the upload is taken in', async () => (await used()) === 1)
}

describe('The request of an import', () => {
  let api: Client
  beforeEach(async () => {
    api = (await newUser()).api
  })
  const titles = async (): Promise<unknown[]> =>
    (await api.get('/ideas?limit=100')).body.map(({ title }: { title: string }) => title)

  it('replays its answer under an Idempotency-Key, and knows another file under it', async () => {
    const keyed = api.with({ 'Idempotency-Key': 'k' })
    const first = await importLines(keyed, [{ title: 'A' }])
    expect(first.status).to.equal(200)
    expect((await importLines(keyed, [{ title: 'A' }])).body).to.deep.equal(first.body)
    expect((await importLines(keyed, [{ title: 'B' }])).status).to.equal(422)
    expect(await titles()).to.deep.equal(['A'])
  })

  for (const [what, headers, query] of [
    ['an Idempotency-Key', { 'Idempotency-Key': 'twice' }, ''],
    ['an import id', {}, '?import_id=twice'],
  ] as const) {
    it(`takes one of two files that come at the same time under ${what}`, async () => {
      const files = ['A', 'B'].map((title) => Array.from({ length: 20 }, (_, at) => `${title}${at}`))
      for (let round = 0; round < 5; round += 1) {
        const user = await newUser()
        const send = async (file: readonly string[]): Promise<Reply> =>
          importLines(
            user.api.with(headers),
            file.map((title) => ({ title })),
            query,
          )
        const statuses = (await Promise.all(files.map(send))).map(({ status }) => status)
        expect(statuses.toSorted()).to.deep.equal([200, 422])
        const { body } = await user.api.get('/ideas?limit=100')
        const imported = body.map(({ title }: { title: string }) => title)
        expect(imported).to.have.members(files[statuses.indexOf(200)] ?? [])
      }
    })
  }

  it('replays a dry run under an Idempotency-Key', async () => {
    const keyed = api.with({ 'Idempotency-Key': 'dry' })
    const records = [{ title: 'A', tags: ['new'] }]
    const first = await importLines(keyed, records, '?dry_run=true')
    await newIdea(api, { tags: ['new'] })
    expect((await importLines(keyed, records, '?dry_run=true')).body).to.deep.equal(first.body)
    expect((await importLines(api, records, '?dry_run=true')).body.tags).to.equal(0)
  })

  it('leaves nothing behind for longer than a day, also where the process was killed', async () => {
    const service = await startService()
    try {
      const spool = path.join(service.dataDir, 'imports', 'import-killed')
      await mkdir(spool, { recursive: true })
      const before = Date.now() / 1_000 - 25 * 3_600
      await utimes(spool, before, before)
      await service.application.sweep()
      expect(await readdir(path.dirname(spool))).to.deep.equal([])
    } finally {
      await service.close()
    }
  })

  it('is answered 503 while the disk takes nothing', async () => {
    const service = await startService()
    try {
      const user = await service.createUser()
      await writeFile(path.join(service.dataDir, 'imports'), 'no folder')
      expect((await importLines(user.api, [{ title: 'A' }])).status).to.equal(503)
    } finally {
      await service.close()
    }
  })

  it('waits for no upload of another account', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const others = await Promise.all(Array.from({ length: 4 }, async () => newUser()))
    const slow = others.map(async (other) => sendSlowly(other.api, 'Slow', held))
    for (const other of others) await takenIn(other.api)
    expect((await importLines(api, [{ title: 'Quick' }])).status).to.equal(200)
    expect(await titles()).to.deep.equal(['Quick'])
    release()
    expect(await Promise.all(slow)).to.deep.equal([200, 200, 200, 200])
  })

  it('is refused with 429 while another upload of the account does not end, and does not count then', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const slow = sendSlowly(api, 'Slow', held)
    await takenIn(api)
    const refused = await importLines(api, [{ title: 'Quick' }])
    expect([refused.status, refused.body]).to.deep.equal([
      429,
      { error: 'Rate limit exceeded', reason: 'concurrency' },
    ])
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
    expect((await api.get('/user/usage')).body.used).to.equal(1)
    release()
    expect(await slow).to.equal(200)
    expect((await importLines(api, [{ title: 'Quick' }])).status).to.equal(200)
    expect(await titles()).to.deep.equal(['Quick', 'Slow'])
  })
})

import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { readConfig } from '../../../src/app/config.ts'
import { createS3Files } from '../../../src/platform/files/s3-files.ts'
import { request } from 'undici'
import { trusting } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { startS3Store, type S3Store } from '../../support/s3-store.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { attach, download, filesIn } from './files.ts'

const MIB = 1_048_576

describe('Attachments in an S3-compatible store', function () {
  let store: S3Store
  let service: TestService
  let user: TestUser
  let idea: number

  before(async function () {
    const started = await startS3Store()
    if (started === undefined) return this.skip()
    store = started
    service = await startService({ env: { ATTACHMENTS_URL: store.url } })
    user = await service.createUser()
    idea = (await newIdea(user.api)).id
  })
  after(async () => {
    await service?.close()
    await store?.close()
  })

  const inStore = async (key: string): Promise<boolean> => {
    const content = await createS3Files(
      readConfig({ ATTACHMENTS_URL: store.url }).attachments.s3 ?? expect.fail('no bucket'),
    ).read(key)
    content?.destroy()
    return content !== undefined
  }

  it('are stored, downloaded whole and in part, and deleted, and nothing of them stays on this machine', async () => {
    const bytes = randomBytes(10 * MIB)
    const { status, body: link } = await attach(user.api, idea, bytes)
    expect(status, JSON.stringify(link)).to.equal(201)
    expect((await download(user.api, link.url)).body.equals(bytes)).to.equal(true)
    const part = await download(user.api, link.url, { Range: 'bytes=5-9' })
    expect(part.status).to.equal(206)
    expect(part.body.equals(bytes.subarray(5, 10))).to.equal(true)
    const empty = await attach(user.api, idea, '')
    expect((await download(user.api, empty.body.url)).body.length).to.equal(0)
    expect(await filesIn(service.dataDir)).to.deep.equal([])
    await user.api.delete(`/attachments/${link.attachment_id}`)
    await service.application.sweep()
    expect(await inStore(link.attachment_id)).to.equal(false)
  })

  it('answer 503 while the store is away, and what was to be deleted is when it is back', async () => {
    const { body: link } = await attach(user.api, idea, 'x')
    await store.cut()
    expect((await attach(user.api, idea, 'y')).status).to.equal(503)
    expect((await download(user.api, link.url)).status).to.equal(503)
    expect((await user.api.get(`/ideas/${idea}/links`)).body).to.deep.include(link)
    await user.api.delete(`/attachments/${link.attachment_id}`)
    await service.application.sweep()
    await store.resume()
    expect(await inStore(link.attachment_id)).to.equal(true)
    await service.application.sweep()
    expect(await inStore(link.attachment_id)).to.equal(false)
  })

  it('break an archive off while the store goes away, and the service goes on', async () => {
    for (let count = 0; count < 3; count += 1)
      expect((await attach(user.api, idea, randomBytes(10 * MIB))).status).to.equal(201)
    const { body } = await request(`${service.url}/api/v1/user/export?format=archive`, {
      method: 'POST',
      headers: user.api.headers,
      dispatcher: trusting,
    })
    const read = async (): Promise<void> => {
      let bytes = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        // In the midst of the second file.
        if (bytes < 12 * MIB && bytes + chunk.length >= 12 * MIB) await store.cut()
        bytes += chunk.length
      }
    }
    expect(
      await read().then(
        () => 'whole',
        () => 'broken off',
      ),
    ).to.equal('broken off')
    await store.resume()
    expect((await user.api.get(`/ideas/${idea}`)).status).to.equal(200)
  })

  it('of an archive are stored by a repeat of the import that the store broke off', async () => {
    const other = await service.createUser()
    const archive = await download(user.api, '/api/v1/user/export?format=archive', {}, 'POST')
    const send = async () =>
      other.api.post('/user/import?import_id=again', undefined, {
        raw: archive.body,
        headers: { 'Content-Type': 'application/zip' },
      })
    await store.cut()
    expect((await send()).status).to.equal(503)
    await store.resume()
    const { status, body } = await send()
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include({ rejected_count: 0, repeated: false })
    const [found] = (await other.api.get('/ideas')).body
    const links = (await other.api.get(`/ideas/${found.id}/links`)).body
    expect(links).to.have.length((await user.api.get(`/ideas/${idea}/links`)).body.length)
    for (const link of links) expect((await download(other.api, link.url)).body.length).to.equal(link.bytes)
  })
})

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { readConfig } from '../../../src/app/config.ts'
import { createS3Files } from '../../../src/platform/files/s3-files.ts'
import { newIdea } from '../../support/factories.ts'
import { startS3Store, type S3Store } from '../../support/s3-store.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { attach, download, filesIn } from './files.ts'

describe('Attachments in an S3-compatible store', function () {
  this.timeout(120_000)
  let store: S3Store
  let service: TestService
  let dataDir: string
  let user: TestUser
  let idea: number

  before(async function () {
    const started = await startS3Store()
    if (started === undefined) return this.skip()
    store = started
    dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-attachments-'))
    service = await startService({ env: { DATA_DIR: dataDir, ATTACHMENTS_URL: store.url } })
    user = await service.createUser()
    idea = (await newIdea(user.api)).id
  })
  after(async () => {
    await service?.close()
    await store?.close()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  const inStore = async (key: string): Promise<boolean> => {
    const content = await createS3Files(
      readConfig({ ATTACHMENTS_URL: store.url }).attachments.s3 ?? expect.fail('no bucket'),
    ).read(key)
    content?.destroy()
    return content !== undefined
  }

  it('are stored, downloaded whole and in part, and deleted, and nothing of them stays on this machine', async () => {
    const bytes = randomBytes(10 * 1_048_576)
    const { status, body: link } = await attach(user.api, idea, bytes)
    expect(status, JSON.stringify(link)).to.equal(201)
    expect((await download(user.api, link.url)).body.equals(bytes)).to.equal(true)
    const part = await download(user.api, link.url, { Range: 'bytes=5-9' })
    expect(part.status).to.equal(206)
    expect(part.body.equals(bytes.subarray(5, 10))).to.equal(true)
    const empty = await attach(user.api, idea, '')
    expect((await download(user.api, empty.body.url)).body.length).to.equal(0)
    expect(await filesIn(dataDir)).to.deep.equal([])
    await user.api.delete(`/attachments/${link.attachment_id}`)
    await service.services.sweep()
    expect(await inStore(link.attachment_id)).to.equal(false)
  })

  it('answer 503 while the store is away, and what was to be deleted is when it is back', async () => {
    const { body: link } = await attach(user.api, idea, 'x')
    await store.cut()
    expect((await attach(user.api, idea, 'y')).status).to.equal(503)
    expect((await download(user.api, link.url)).status).to.equal(503)
    expect((await user.api.get(`/ideas/${idea}/links`)).body).to.deep.include(link)
    await user.api.delete(`/attachments/${link.attachment_id}`)
    await service.services.sweep()
    await store.resume()
    expect(await inStore(link.attachment_id)).to.equal(true)
    await service.services.sweep()
    expect(await inStore(link.attachment_id)).to.equal(false)
  })
})

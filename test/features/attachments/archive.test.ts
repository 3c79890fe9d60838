import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { IMPORT_LIMITS } from '../../../src/features/imports/schema.ts'
import { attach, download } from './files.ts'

const ZIP = { 'Content-Type': 'application/zip' }
const MIB = 1_048_576

describe('An archive of an export', () => {
  let service: TestService
  let user: TestUser
  let idea: number
  const files = new Map<string, Buffer>([
    ['plan.pdf', randomBytes(MIB)],
    ['odd name', Buffer.from('odd')],
    ['empty.txt', Buffer.alloc(0)],
  ])

  before(async () => {
    service = await startService({ env: { ATTACHMENTS_MIB_PER_ACCOUNT: '2' } })
    user = await service.createUser()
    idea = (await newIdea(user.api, { title: 'With files' })).id
    await user.api.post(`/ideas/${idea}/links`, { url: 'https://example.org', link_type: 'attachment' })
    for (const [name, bytes] of files) {
      const reply = await attach(user.api, idea, bytes, { name, headers: { 'Content-Type': 'image/png' } })
      expect(reply.status).to.equal(201)
    }
  })
  after(async () => {
    await service?.close()
  })

  const bytesOf = (title: string): Buffer => files.get(title) ?? Buffer.alloc(0)
  const exported = async (): Promise<Buffer> => {
    const reply = await fetchArchive(user)
    expect(reply.status).to.equal(200)
    return reply.body
  }
  it('has the JSON export and every file, with the extension of its name', async () => {
    const { headers } = await fetchArchive(user)
    expect(headers['content-type']).to.equal('application/zip')
    expect(headers['content-disposition']).to.match(/^attachment; filename="ideas-[\d-]+\.zip"$/)
    const zip = await fromBufferPromise(await exported())
    const names: string[] = []
    for await (const { fileName } of zip.eachEntry()) names.push(fileName.replace(/[\da-f-]{36}/, 'id'))
    expect(names).to.deep.equal(['ideas.json', 'attachments/id.pdf', 'attachments/id', 'attachments/id.txt'])
  })

  it('brings everything into another account, under new ids', async () => {
    const other = await service.createUser()
    const { status, body } = await imported(other, await exported())
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include({ ideas: 1, links: 4, rejected_count: 0 })
    const links = await linksOf(other)
    const before = await linksOf(user)
    expect(links.map(({ title }: { title: string }) => title)).to.deep.equal([null, ...files.keys()])
    for (const link of links.slice(1)) {
      expect(before.map(({ attachment_id: id }: { attachment_id: string }) => id)).not.to.include(
        link.attachment_id,
      )
      expect(link).to.include({ media_type: 'image/png', url: `/api/v1/attachments/${link.attachment_id}` })
      expect((await download(other.api, link.url)).body.equals(bytesOf(link.title))).to.equal(true)
    }
    await service.application.sweep()
    expect((await download(other.api, links[1].url)).status).to.equal(200)
    const again = await imported(other, await exported(), '&import_id=once')
    expect(again.status, JSON.stringify(again.body)).to.equal(403)
  })

  it('imported again by the same id changes nothing', async () => {
    const other = await service.createUser()
    const archive = await exported()
    await imported(other, archive)
    const links = await linksOf(other)
    expect((await imported(other, archive)).body).to.include({ repeated: true })
    expect(await linksOf(other)).to.deep.equal(links)
  })

  it('is judged by a dry run, which stores nothing', async () => {
    const other = await service.createUser()
    const { body } = await imported(other, await exported(), '&dry_run=true')
    expect(body).to.include({ dry_run: true, links: 4, rejected_count: 0 })
    expect((await other.api.get('/user/usage')).body.attachment_bytes).to.equal(0)
  })

  it('without the files, as JSON, leaves the attachments out and reports them', async () => {
    const other = await service.createUser()
    const { body: json } = await user.api.post('/user/export')
    expect(json.links).to.have.length(4)
    const { status, body } = await other.api.post('/user/import', json)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include({ ideas: 1, links: 1, rejected_count: 3 })
    expect(body.rejected[0]).to.deep.equal({
      record: 'links.1',
      path: '',
      message: 'is an attachment, whose file only an archive brings (POST /user/export?format=archive)',
    })
    expect(await linksOf(other)).to.have.length(1)
  })

  it('brings no more than an account may have, also where two come at once by two processes', async () => {
    const second = await startService({ env: { ATTACHMENTS_MIB_PER_ACCOUNT: '2' } })
    try {
      const archive = await exported()
      for (let round = 0; round < 3; round += 1) {
        const other = await service.createUser()
        const there = { ...other, api: new Client(second.url, other.api.headers) }
        const replies = await Promise.all(
          [other, there].map(async (into, at) => imported(into, archive, `&import_id=${at}`)),
        )
        expect(replies.map(({ status }) => status).toSorted()).to.deep.equal([200, 403])
        expect((await linksOf(other)).length).to.equal(4)
      }
    } finally {
      await second.close()
    }
  })

  it('that has lost a file, or holds one that is damaged, brings the rest and reports it', async () => {
    const { body: json } = await user.api.post('/user/export')
    const [, plan, odd] = json.links
    const archive = await zipped(JSON.stringify(json), {
      [`attachments/${plan.attachment_id}.pdf`]: Buffer.alloc(100),
      [`attachments/${odd.attachment_id}`]: Buffer.from('odd'),
    })
    // The bytes of the first attachment are no deflate stream any more.
    const at = archive.indexOf(`${plan.attachment_id}.pdf`) + `${plan.attachment_id}.pdf`.length
    archive.fill(0xff, at, at + 5)
    const other = await service.createUser()
    const { status, body } = await imported(other, archive)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include({ links: 2, rejected_count: 2 })
    expect(body.rejected.map(({ message }: { message: string }) => message)).to.include(
      'is an attachment whose file could not be read, or whose idea was deleted or merged meanwhile',
    )
    expect((await linksOf(other)).map(({ title }: { title: string }) => title)).to.deep.equal([
      null,
      'odd name',
    ])
  })

  it('whose bytes have changed is refused, or brings the rest where they are those of a file', async () => {
    const { body: json } = await user.api.post('/user/export')
    const plan = json.links[1].attachment_id
    const files = { [`attachments/${plan}`]: Buffer.from('PAYLOAD') }
    const sound = await zipped(JSON.stringify(json), files, { compress: false })
    for (const [from, to] of [
      ['With files', 'With fibes'],
      ['PAYLOAD', 'PAYLOAF'],
    ] as const) {
      const other = await service.createUser()
      const archive = Buffer.from(sound.toString('latin1').replace(from, to), 'latin1')
      const { status, body } = await imported(other, archive)
      if (from === 'PAYLOAD') expect([status, body.links, body.rejected_count]).to.deep.equal([200, 1, 3])
      else expect([status, (await other.api.get('/ideas')).body]).to.deep.equal([400, []])
    }
  })

  it('whose JSON export is larger than one may be is refused with the limit', async () => {
    const archive = await zipped('{}', {})
    const directory = archive.indexOf('PK\u0001\u0002')
    archive.writeUInt32LE(IMPORT_LIMITS.fileBytes + 1, directory + 24)
    const { status, body } = await imported(user, archive)
    expect([status, body]).to.deep.equal([
      413,
      { error: 'The file is too large', max_bytes: IMPORT_LIMITS.fileBytes },
    ])
  })

  it('tells media types that may stand in a header, or that one may not', async () => {
    const { body: json } = await user.api.post('/user/export')
    const { attachment_id: id } = json.links[1]
    const of = async (type: string): Promise<[TestUser, number, string]> => {
      const other = await service.createUser()
      const links = [{ ...json.links[1], media_type: type }]
      const archive = await zipped(JSON.stringify({ ...json, links }), {
        [`attachments/${id}`]: Buffer.from('x'),
      })
      const { status, body } = await imported(other, archive)
      return [other, status, body.details?.[0]?.path]
    }
    for (const type of ['text/plain\r\nX-Evil: 1', '日本語', 'text/plain;a=日', 'text'])
      expect((await of(type)).slice(1), type).to.deep.equal([400, 'links.0.media_type'])
    const [other, status] = await of('text/plain; charset="UTF-8"')
    const { url } = (await linksOf(other))[0]
    expect([status, (await download(other.api, url)).status]).to.deep.equal([200, 200])
  })

  it('is read without the files that others have put into it', async () => {
    const { body: json } = await user.api.post('/user/export')
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('{"ideas":[]}'), 'ideas.json')
    zip.addBuffer(Buffer.from('x'), 'n'.repeat(300))
    zip.addBuffer(Buffer.from('x'), `other/${json.links[1].attachment_id}`)
    zip.end()
    const archive = Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
    const other = await service.createUser()
    expect((await imported(other, archive)).body).to.include({ ideas: 0, rejected_count: 0 })
  })

  for (const [what, body] of [
    ['no ZIP', Buffer.from('PK no')],
    ['an empty ZIP', zipped()],
    ['a ZIP whose ideas.json is broken', zipped('{"ideas": [')],
  ] as const) {
    it(`is refused with 400 if it is ${what}`, async () => {
      const other = await service.createUser()
      const reply = await imported(other, await body)
      expect(reply.status, JSON.stringify(reply.body)).to.equal(400)
    })
  }

  it('needs its media type', async () => {
    const reply = await user.api.post('/user/import?format=archive', { ideas: [] })
    expect(reply.status).to.equal(400)
    expect(reply.body.details[0].path).to.equal('format')
  })
})

async function imported(into: TestUser, archive: Buffer, query = '') {
  return into.api.post(`/user/import?format=archive${query}`, undefined, { raw: archive, headers: ZIP })
}

async function linksOf({ api }: TestUser) {
  const [found] = (await api.get('/ideas?q=With')).body
  return (await api.get(`/ideas/${found.id}/links`)).body
}

async function fetchArchive({ api }: TestUser) {
  return download(api, '/api/v1/user/export?format=archive', {}, 'POST')
}

async function zipped(
  json?: string,
  files: Readonly<Record<string, Buffer>> = {},
  options: Readonly<{ compress?: boolean }> = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  if (json !== undefined) zip.addBuffer(Buffer.from(json), 'ideas.json', options)
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name, options)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}

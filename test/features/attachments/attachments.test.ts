import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, TIMESTAMP, UNKNOWN_ID } from '../../support/factories.ts'
import { givenService, startService, type TestService, type TestUser } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { attach, attachChunks, download, filesIn } from './files.ts'

const MIB = 1_048_576
type Made = Readonly<{ id: number; attachment_id: string }>

describe('Attachments', () => {
  let service: TestService
  let user: TestUser
  let idea: number
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  givenService((given) => (service = given))
  beforeEach(async () => {
    user = await service.createUser()
    idea = (await newIdea(user.api)).id
  })

  const gone = async (id: string): Promise<void> => {
    expect((await user.api.get(`/attachments/${id}`)).status).to.equal(404)
    await service.application.sweep()
    expect(await filesIn(service.dataDir)).not.to.include(id)
  }

  describe('POST /api/v1/ideas/:id/attachments', () => {
    it('answers 201 with the link, which the idea lists from then on', async () => {
      const { status, body } = await attach(user.api, idea, 'a plan', { name: 'plan.txt' })
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body.created_at).to.match(TIMESTAMP)
      expect(body).to.deep.equal({
        id: body.id,
        url: `/api/v1/attachments/${body.attachment_id}`,
        title: 'plan.txt',
        link_type: 'attachment',
        created_at: body.created_at,
        attachment_id: body.attachment_id,
        bytes: 6,
        media_type: 'text/plain',
      })
      expect((await user.api.get(`/ideas/${idea}/links`)).body).to.deep.equal([body])
      expect((await user.api.get(`/ideas/${idea}`)).body.links).to.deep.equal([body])
    })

    it('takes any bytes and any type, also none of both', async () => {
      const bytes = randomBytes(70_000)
      const binary = await attach(user.api, idea, bytes, { type: 'image/png' })
      expect(binary.body).to.include({ bytes: 70_000, media_type: 'image/png' })
      expect((await download(user.api, binary.body.url)).body.equals(bytes)).to.equal(true)
      const json = await attach(user.api, idea, '{', { type: 'application/json' })
      expect(json.body).to.include({ bytes: 1, media_type: 'application/json' })
      const odd = await attach(user.api, idea, 'x', { type: 'what is this' })
      expect(odd.body).to.include({ media_type: 'application/octet-stream' })
      const long = await attach(user.api, idea, 'y', { type: `text/plain; x="${'a'.repeat(300)}"` })
      expect(long.body).to.include({ media_type: 'application/octet-stream' })
      const empty = await attach(user.api, idea, '')
      expect(empty.body).to.include({ bytes: 0 })
      expect((await download(user.api, empty.body.url)).body.length).to.equal(0)
    })

    it('takes the name without folders, and a stand-in without a name', async () => {
      const named = async (disposition: string) =>
        attach(user.api, idea, 'x', { headers: { 'Content-Disposition': disposition } })
      expect((await named('attachment; filename="a/b\\\\c.txt"')).body.title).to.equal('c.txt')
      expect((await named(`attachment; filename*=UTF-8''%E2%82%AC%20rates.csv`)).body.title).to.equal(
        '€ rates.csv',
      )
      expect((await named('attachment; size=1')).body.title).to.equal('attachment')
      const bare = await user.api.post(`/ideas/${idea}/attachments`, undefined, { raw: 'x' })
      expect(bare.body.title).to.equal('attachment')
    })

    for (const [what, disposition] of [
      ['an empty name', 'attachment; filename=""'],
      ['a name with a line break', "attachment; filename*=UTF-8''a%0Ab"],
      ['a name of 256 characters', `attachment; filename="${'x'.repeat(256)}"`],
      ['a name without a type', 'filename="x.txt"'],
      ['a broken name', "attachment; filename*=UTF-8''%ZZ"],
    ] as const) {
      it(`answers 400 that names the header, for ${what}`, async () => {
        const { status, body } = await attach(user.api, idea, 'x', {
          headers: { 'Content-Disposition': disposition },
        })
        expect(status).to.equal(400)
        expect(body.details[0].path).to.equal('Content-Disposition')
        expect((await user.api.get(`/ideas/${idea}/links`)).body).to.deep.equal([])
      })
    }

    it('takes 10 MiB and answers 413 for one byte more, announced or not, and keeps nothing of it', async () => {
      expect((await attach(user.api, idea, Buffer.alloc(10 * MIB))).status).to.equal(201)
      const large = Buffer.alloc(10 * MIB + 1)
      expect((await attach(user.api, idea, large)).status).to.equal(413)
      const headers = { 'Content-Disposition': 'attachment' }
      const unnamed = await attach(user.api, idea, large, { headers })
      expect([unnamed.status, unnamed.body.max_bytes]).to.deep.equal([413, 10 * MIB])
      await service.application.sweep()
      const kept = await filesIn(service.dataDir)
      expect(await attachChunks(user.api, idea, [large])).to.equal(413)
      expect(await attachChunks(user.api, idea, [Buffer.from('x')])).to.equal(201)
      await service.application.sweep()
      expect(await filesIn(service.dataDir)).to.have.length(kept.length + 1)
    })

    it('answers 409 for the 21st of an idea', async () => {
      for (let count = 0; count < 20; count += 1)
        expect((await attach(user.api, idea, 'x')).status).to.equal(201)
      const { status, body } = await attach(user.api, idea, 'x')
      expect(status).to.equal(409)
      expect(body.error).to.equal('An idea may have at most 20 attachments')
    })

    it('answers 404 for an idea that is not there, or of somebody else', async () => {
      const other = await service.createUser()
      expect((await attach(user.api, UNKNOWN_ID, 'x')).status).to.equal(404)
      expect((await attach(other.api, idea, 'x')).status).to.equal(404)
    })

    it('with an Idempotency-Key stores a file once, and refuses the key for another file', async () => {
      const headers = { 'Idempotency-Key': 'once' }
      const first = await attach(user.api, idea, 'x', { headers })
      const again = await attach(user.api, idea, 'x', { headers })
      expect(again.body).to.deep.equal(first.body)
      expect((await attach(user.api, idea, 'y', { headers })).status).to.equal(422)
      for (const other of [{ name: 'other' }, { type: 'image/png' }])
        expect((await attach(user.api, idea, 'x', { headers, ...other })).status).to.equal(422)
      expect((await user.api.get(`/ideas/${idea}/links`)).body).to.have.length(1)
    })

    it('with an Idempotency-Key is answered as before, also when there is no room for another', async () => {
      for (let count = 0; count < 19; count += 1)
        expect((await attach(user.api, idea, 'x')).status).to.equal(201)
      const headers = { 'Idempotency-Key': 'the last' }
      const first = await attach(user.api, idea, 'x', { headers })
      const again = await attach(user.api, idea, 'x', { headers })
      expect([again.status, again.body]).to.deep.equal([201, first.body])
    })
  })

  describe('GET /api/v1/attachments/:id', () => {
    it('answers a download that no browser shows or runs', async () => {
      const { body: link } = await attach(user.api, idea, '<script>', {
        name: 'é.html',
        type: 'text/html',
      })
      const { status, headers, body } = await download(user.api, link.url)
      expect(status).to.equal(200)
      expect(String(body)).to.equal('<script>')
      expect(headers).to.include({
        'content-type': 'text/html',
        'content-length': '8',
        'content-disposition': `attachment; filename="?.html"; filename*=UTF-8''%C3%A9.html`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'accept-ranges': 'bytes',
        etag: `"${link.attachment_id}"`,
      })
    })

    it('answers ranges, and 304 to a client that has it', async () => {
      const { body: link } = await attach(user.api, idea, '0123456789')
      const etag = `"${link.attachment_id}"`
      const part = async (headers: Record<string, string>) => {
        const reply = await download(user.api, link.url, headers)
        return [reply.status, String(reply.body), reply.headers['content-range']]
      }
      expect(await part({ Range: 'bytes=2-4' })).to.deep.equal([206, '234', 'bytes 2-4/10'])
      expect(await part({ Range: 'bytes=7-' })).to.deep.equal([206, '789', 'bytes 7-9/10'])
      expect(await part({ Range: 'bytes=-1' })).to.deep.equal([206, '9', 'bytes 9-9/10'])
      expect(await part({ Range: 'bytes=-11' })).to.deep.equal([206, '0123456789', 'bytes 0-9/10'])
      expect(await part({ Range: 'bytes=2-4', 'If-Range': etag })).to.deep.equal([206, '234', 'bytes 2-4/10'])
      expect(await part({ Range: 'bytes=2-4', 'If-Range': '"other"' })).to.deep.equal([
        200,
        '0123456789',
        undefined,
      ])
      expect(await part({ Range: 'bytes=0-1,4-5' })).to.deep.equal([200, '0123456789', undefined])
      expect(await part({ Range: 'lines=1-2' })).to.deep.equal([200, '0123456789', undefined])
      const beyond = await part({ Range: 'bytes=10-' })
      expect([beyond[0], beyond[2]]).to.deep.equal([416, 'bytes */10'])
      expect((await part({ 'If-None-Match': etag }))[0]).to.equal(304)
    })

    it('ignores Range where it is only asked about (RFC 9110, section 14.2)', async () => {
      const { body: link } = await attach(user.api, idea, '0123456789')
      const part = { headers: { Range: 'bytes=0-0' } }
      const { status, headers } = await user.api.send('HEAD', user.api.origin + link.url, undefined, part)
      expect([status, headers.get('content-length')]).to.deep.equal([200, '10'])
    })

    it('answers 404 for the attachment of somebody else, and for what is no attachment', async () => {
      const { body: link } = await attach(user.api, idea, 'x')
      const other = await service.createUser()
      expect((await download(other.api, link.url)).status).to.equal(404)
      expect((await other.api.delete(`/attachments/${link.attachment_id}`)).status).to.equal(404)
      expect((await user.api.get('/attachments/none')).status).to.equal(404)
    })
  })

  describe('What ends an attachment', () => {
    it('DELETE /api/v1/attachments/:id', async () => {
      const { body: link } = await attach(user.api, idea, 'x')
      expect(await filesIn(service.dataDir)).to.include(link.attachment_id)
      expect((await user.api.delete(`/attachments/${link.attachment_id}`)).status).to.equal(204)
      await gone(link.attachment_id)
      expect((await user.api.delete(`/attachments/${link.attachment_id}`)).status).to.equal(404)
    })

    it('the deletion of its link', async () => {
      const { body: link } = await attach(user.api, idea, 'x')
      expect((await user.api.delete(`/ideas/${idea}/links/${link.id}`)).status).to.equal(204)
      await gone(link.attachment_id)
    })

    it('the deletion of its idea', async () => {
      const { body: link } = await attach(user.api, idea, 'x')
      expect((await user.api.delete(`/ideas/${idea}`)).status).to.equal(200)
      await gone(link.attachment_id)
    })

    for (const [what, remove] of [
      ['attachment', (link: Made) => user.api.delete(`/attachments/${link.attachment_id}`)],
      ['link', (link: Made) => user.api.delete(`/ideas/${idea}/links/${link.id}`)],
      ['idea', () => user.api.delete(`/ideas/${idea}`)],
      ['account', () => service.application.accounts.remove(user.email)],
    ] as const) {
      it(`the deletion of its ${what}, also when a repeat of its import had announced it again`, async () => {
        const { body: link } = await attach(user.api, idea, 'x')
        await database.query('CREATE (:OrphanFile {key: $key, deadline: 9999999999999})', {
          key: link.attachment_id,
        })
        const done = await remove(link)
        expect('status' in done ? done.status : 200).to.be.within(200, 204)
        await service.application.sweep()
        expect(await filesIn(service.dataDir)).not.to.include(link.attachment_id)
      })
    }

    it('the deletion of the account, with which its files go', async () => {
      const { body: link } = await attach(user.api, idea, 'x')
      await service.application.accounts.remove(user.email)
      await until('it is deleted', async () => !(await filesIn(service.dataDir)).includes(link.attachment_id))
    })
  })

  describe('With merges', () => {
    it('moves to the survivor and comes back with undo', async () => {
      const other = (await newIdea(user.api)).id
      const { body: link } = await attach(user.api, other, 'x')
      await attach(user.api, idea, 'y')
      const merged = await user.api.post(`/ideas/${idea}/merge`, { absorb_id: other })
      expect(merged.status, JSON.stringify(merged.body)).to.equal(200)
      const survivor = await user.api.get(`/ideas/${idea}/links`)
      expect(survivor.body).to.have.length(2)
      expect(survivor.body).to.deep.include(link)
      expect((await download(user.api, link.url)).status).to.equal(200)
      const undone = await user.api.post(`/ideas/${idea}/unmerge`, { absorbed_id: other })
      expect(undone.status, JSON.stringify(undone.body)).to.equal(200)
      expect((await user.api.get(`/ideas/${other}/links`)).body).to.deep.equal([link])
      await service.application.sweep()
      expect((await download(user.api, link.url)).status).to.equal(200)
    })
  })

  it('do not fill the disk when they are attached and deleted again and again', async () => {
    for (let times = 0; times < 20; times += 1) {
      const { body } = await attach(user.api, idea, `plan ${times}`)
      expect((await user.api.delete(`/attachments/${body.attachment_id}`)).status).to.equal(204)
    }
    expect((await filesIn(service.dataDir)).length).to.be.below(10)
  })

  it('counts the bytes of the account, and refuses what passes its bound', async () => {
    const small = await startService({ env: { ATTACHMENTS_MIB_PER_ACCOUNT: '1' } })
    try {
      const { api } = await small.createUser()
      const { id } = await newIdea(api)
      const { body: link } = await attach(api, id, Buffer.alloc(MIB - 10))
      expect((await api.get('/user/usage')).body).to.include({
        attachment_bytes: MIB - 10,
        attachment_bytes_limit: MIB,
      })
      const { status, body } = await attach(api, id, Buffer.alloc(11))
      expect(status).to.equal(403)
      expect(body.error).to.equal('The space for the attachments of this account is used up')
      for (let count = 1; count < 20; count += 1) expect((await attach(api, id, '')).status).to.equal(201)
      expect((await attach(api, id, Buffer.alloc(11))).status).to.equal(403)
      const { id: other } = await newIdea(api)
      expect((await attach(api, other, Buffer.alloc(10))).status).to.equal(201)
      await api.delete(`/attachments/${link.attachment_id}`)
      expect((await attach(api, id, Buffer.alloc(11))).status).to.equal(201)
    } finally {
      await small.close()
    }
  })
})

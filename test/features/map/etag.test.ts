import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { request } from 'undici'
import { trusting } from '../../support/client.ts'
import { newIdea, newRelation } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('The ETag of GET /api/v1/map', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })
  const etag = async (): Promise<string> => (await user.api.get('/map')).headers.get('etag') ?? ''
  const conditional = async (ifNoneMatch: string) =>
    user.api.get('/map', { headers: { 'If-None-Match': ifNoneMatch } })

  it('is strong and stays while nothing changes', async () => {
    const first = await etag()
    expect(first).to.match(/^"[^"]+"$/)
    await user.api.get('/ideas')
    await user.api.post('/ideas', { title: '' })
    expect(await etag()).to.equal(first)
  })

  it('answers 304 without a body when it matches', async () => {
    await newIdea(user.api)
    const tag = await etag()
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const reply = await conditional(header)
      expect([reply.status, reply.body], header).to.deep.equal([304, undefined])
      expect(reply.headers.get('etag')).to.equal(tag)
      expect(reply.headers.get('vary')).to.contain('Accept-Encoding')
      expect(reply.headers.get('x-ratelimit-limit')).to.equal('10000')
    }
    const reply = await conditional('"other"')
    expect([reply.status, reply.body.nodes.length]).to.deep.equal([200, 1])
  })

  it('stays when a PATCH has nothing to change', async () => {
    const [a, b] = [await newIdea(user.api, { tags: ['one'] }), await newIdea(user.api)]
    const relation = await newRelation(user.api, a.id, 'related', b.id)
    const before = await etag()
    for (const path of [`/ideas/${a.id}`, '/tags/one', `/map/relations/${relation}`]) {
      expect((await user.api.patch(path, {})).status, path).to.equal(200)
    }
    expect(await etag()).to.equal(before)
  })

  it('changes with every change that the map shows', async () => {
    const seen = [await etag()]
    const a = await newIdea(user.api, { tags: ['one'] })
    seen.push(await etag())
    const b = await newIdea(user.api)
    seen.push(await etag())
    const tag = (await user.api.get('/tags')).body[0].id
    let relation = 0
    const changes: (() => Promise<unknown>)[] = [
      async () => user.api.patch(`/ideas/${a.id}`, { title: 'Changed' }),
      async () => user.api.patch(`/ideas/${a.id}`, { status: 'shipped' }),
      async () => user.api.patch(`/ideas/${a.id}`, { add_tags: ['two'] }),
      async () => user.api.patch(`/tags/${tag}`, { name: 'renamed' }),
      async () => user.api.delete(`/tags/${tag}`),
      async () => (relation = await newRelation(user.api, a.id, 'related', b.id)),
      async () => user.api.patch(`/map/relations/${relation}`, { note: 'x' }),
      async () => user.api.patch(`/map/relations/${relation}`, { relation_type: 'blocks' }),
      async () => user.api.delete(`/map/relations/${relation}`),
      async () => user.api.patch(`/ideas/${a.id}`, { parent_id: b.id }),
      async () => user.api.delete(`/ideas/${b.id}`),
    ]
    for (const change of changes) {
      await change()
      seen.push(await etag())
    }
    expect(new Set(seen).size).to.equal(seen.length)
  })

  it('is another for another user', async () => {
    const other = await newUser()
    expect((await other.api.get('/map')).headers.get('etag')).not.to.equal(await etag())
  })

  it('is another for the compressed form, which holds the same', async () => {
    await newIdea(user.api)
    const get = async (acceptEncoding: string | undefined, ifNoneMatch?: string) => {
      const reply = await request(`${user.api.origin}/api/v1/map`, {
        dispatcher: trusting,
        headers: {
          'X-API-Key': user.api_key,
          ...(acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding }),
          ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
        },
      })
      const bytes = Buffer.from(await reply.body.arrayBuffer())
      return { status: reply.statusCode, headers: reply.headers, bytes }
    }
    const plain = await get(undefined)
    expect(plain.headers['content-encoding']).to.equal(undefined)
    const gzip = ['gzip', 'br, gzip;q=0.5', 'zstd;q=0, *'].map((accepted) => [accepted, 'gzip'] as const)
    const zstd = ['zstd', 'gzip, deflate, br, zstd', '*'].map((accepted) => [accepted, 'zstd'] as const)
    for (const [accepted, encoding] of [...gzip, ...zstd]) {
      const packed = await get(accepted)
      expect(packed.headers['content-encoding'], accepted).to.equal(encoding)
      expect(packed.headers['content-length'], accepted).to.equal(String(packed.bytes.length))
      expect(packed.headers.vary).to.contain('Accept-Encoding')
      expect(
        JSON.parse((encoding === 'gzip' ? gunzipSync : zstdDecompressSync)(packed.bytes).toString()),
      ).to.deep.equal(JSON.parse(plain.bytes.toString()))
      expect(packed.headers.etag).not.to.equal(plain.headers.etag)
      expect((await get(accepted, String(packed.headers.etag))).status).to.equal(304)
      expect((await get(accepted, String(plain.headers.etag))).status).to.equal(200)
    }
    for (const refused of ['identity', 'gzip;q=0', 'zstd;q=0, br', 'br']) {
      const reply = await get(refused)
      expect(reply.headers['content-encoding'], refused).to.equal(undefined)
      expect(reply.headers.etag).to.equal(plain.headers.etag)
    }
  })

  it('belongs to HEAD too, which has no body', async () => {
    const reply = await user.api.send('HEAD', '/map', undefined)
    expect([reply.status, reply.body]).to.deep.equal([200, undefined])
    expect(reply.headers.get('etag')).to.be.a('string')
  })
})

import { expect } from 'chai'
import { brief, brokenFields } from '../../support/factories.ts'
import { newUser, sharedService, type TestUser } from '../../support/service.ts'

const KEY = /^svc_[0-9a-f]{64}$/
const BOTH = ['ideas:read', 'ideas:write']

let user: TestUser
const prepare = async (): Promise<void> => {
  user = await newUser()
}

describe('POST /api/v1/user/api-keys', () => {
  beforeEach(prepare)

  it('answers 201 with the whole key, which works at once', async () => {
    const { status, body } = await user.session.post('/user/api-keys', { label: '  Laptop ' })
    expect(status).to.equal(201)
    expect(body).to.have.all.keys('id', 'label', 'key', 'scopes', 'created_at')
    expect(body.key).to.match(KEY)
    expect(body).to.include({ label: 'Laptop' })
    expect(body.scopes).to.deep.equal(BOTH)
    expect((await user.session.with({ 'X-API-Key': body.key }).get('/ideas')).status).to.equal(200)
  })

  it('needs nothing: no body, no label', async () => {
    const withoutBody = await user.session.post('/user/api-keys')
    expect([withoutBody.status, withoutBody.body.label]).to.deep.equal([201, null])
    expect((await user.session.post('/user/api-keys', { label: null })).body.label).to.equal(null)
  })

  it('gives every key its own secret and id', async () => {
    const made = await Promise.all([1, 2, 3].map(async () => user.session.post('/user/api-keys', {})))
    expect(new Set(made.map(({ body }) => body.key)).size).to.equal(3)
    expect(new Set(made.map(({ body }) => body.id)).size).to.equal(3)
  })

  it('limits the key to the scopes that are named', async () => {
    for (const [scopes, expected] of [
      [['ideas:read'], ['ideas:read']],
      [['ideas:write', 'ideas:read', 'ideas:write'], BOTH],
    ]) {
      expect((await user.session.post('/user/api-keys', { scopes })).body.scopes).to.deep.equal(expected)
    }
  })

  for (const [field, value, path] of [
    ['scopes', [], 'scopes'],
    ['scopes', null, 'scopes'],
    ['scopes', 'ideas:read', 'scopes'],
    ['scopes', ['ideas:read', 'admin'], 'scopes.1'],
    ['label', 5, 'label'],
    ['label', '\ud800', 'label'],
    ['label', 'x'.repeat(101), 'label'],
  ] as const) {
    it(`answers 400 for ${field} ${brief(value)}`, async () => {
      expect(brokenFields(await user.session.post('/user/api-keys', { [field]: value }))).to.deep.equal([
        path,
      ])
    })
  }

  it('answers 403 to a key, whatever its scopes', async () => {
    const reply = await user.api.post('/user/api-keys', {})
    expect([reply.status, reply.body]).to.deep.equal([403, { error: 'This request needs a session token' }])
  })
})

describe('GET /api/v1/user/api-keys', () => {
  beforeEach(prepare)

  it('answers all keys, oldest first, masked', async () => {
    const { body: made } = await user.session.post('/user/api-keys', {
      label: 'Second',
      scopes: ['ideas:read'],
    })
    for (const caller of [user.session, user.api]) {
      const { status, body } = await caller.get('/user/api-keys')
      expect(status).to.equal(200)
      expect(body).to.have.length(2)
      expect(body[0]).to.have.all.keys('id', 'label', 'key', 'scopes', 'created_at', 'last_used_at')
      expect(body[0].key).to.equal(`${user.api_key.slice(0, 8)}…${user.api_key.slice(-4)}`)
      expect(body[1]).to.deep.equal({
        id: made.id,
        label: 'Second',
        key: `${made.key.slice(0, 8)}…${made.key.slice(-4)}`,
        scopes: ['ideas:read'],
        created_at: made.created_at,
        last_used_at: null,
      })
    }
  })

  it('tells when a key was last used', async () => {
    await user.api.get('/ideas')
    const { body } = await user.session.get('/user/api-keys')
    expect(Date.now() - Date.parse(body[0].last_used_at)).to.be.below(120_000)
  })
})

describe('DELETE /api/v1/user/api-keys/:id', () => {
  beforeEach(prepare)

  it('answers 204 and the key is refused from the next request on', async () => {
    const [{ id }] = (await user.session.get('/user/api-keys')).body
    expect((await user.api.get('/ideas')).status).to.equal(200)
    const reply = await user.session.delete(`/user/api-keys/${id}`)
    expect([reply.status, reply.body]).to.deep.equal([204, undefined])
    expect((await user.api.get('/ideas')).status).to.equal(401)
    expect((await user.session.get('/user/api-keys')).body).to.deep.equal([])
    expect((await user.session.delete(`/user/api-keys/${id}`)).status).to.equal(404)
  })

  it('refuses a key that was never used before, too', async () => {
    const { body } = await user.session.post('/user/api-keys', {})
    await user.session.delete(`/user/api-keys/${body.id}`)
    expect((await user.session.with({ 'X-API-Key': body.key }).get('/ideas')).status).to.equal(401)
  })

  it('lets a key delete itself, also one that may only read', async () => {
    const { body } = await user.session.post('/user/api-keys', { scopes: ['ideas:read'] })
    const itself = (await sharedService()).anonymous.with({ 'X-API-Key': body.key })
    expect((await itself.delete(`/user/api-keys/${body.id}`)).status).to.equal(204)
    expect((await itself.get('/ideas')).status).to.equal(401)
    expect((await user.api.get('/ideas')).status).to.equal(200)
  })

  it('answers 403 to a key that names another one, known or not', async () => {
    const { body } = await user.session.post('/user/api-keys', {})
    for (const id of [body.id, '00000000-0000-4000-8000-000000000000', 'x']) {
      const reply = await user.api.delete(`/user/api-keys/${id}`)
      expect([reply.status, reply.body]).to.deep.equal([403, { error: 'This request needs a session token' }])
    }
    expect((await user.session.get('/user/api-keys')).body).to.have.length(2)
  })

  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '1', '%ZZ', 'x'.repeat(300)]) {
    it(`answers 404 to a session for ${id.slice(0, 40)}`, async () => {
      const reply = await user.session.delete(`/user/api-keys/${id}`)
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'API key not found' }])
    })
  }
})

import { expect } from 'chai'
import { CREDENTIALS_PER_ACCOUNT } from '../../../src/features/credentials/schema.ts'
import { newIdea } from '../../support/factories.ts'
import { givenService, type TestService, type TestUser } from '../../support/service.ts'

describe('The tokens of AI assistants', () => {
  let service: TestService
  let user: TestUser
  let now = Date.now()
  givenService((given) => (service = given), { clock: () => now })
  beforeEach(async () => {
    now += 1_000
    user = await service.createUser()
  })

  const make = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await user.session.post('/user/mcp-tokens', fields)
    expect(status, JSON.stringify(body)).to.equal(201)
    return { ...body, client: service.anonymous.with({ Authorization: `Bearer ${body.key}` }) }
  }

  it('are shown whole once, and masked in the list, with their last use', async () => {
    const { id, key, client } = await make({ label: 'Assistant' })
    expect(key).to.match(/^mcp_[0-9a-f]{64}$/)
    await client.get('/ideas')
    const [listed] = (await user.api.get('/user/mcp-tokens')).body
    expect(listed).to.include({ id, label: 'Assistant', key: `${key.slice(0, 8)}…${key.slice(-4)}` })
    expect(listed.scopes).to.deep.equal(['ideas:read', 'ideas:write'])
    expect(listed.expires_at).to.equal(null)
    expect(Date.parse(listed.last_used_at)).to.be.above(0)
    expect(JSON.stringify(listed)).not.to.include(key.slice(8, -4))
  })

  it('act for their user, as a Bearer token only, within their scopes', async () => {
    const { id } = await newIdea(user.api)
    const { key, client } = await make({ scopes: ['ideas:read'] })
    expect((await client.get(`/ideas/${id}`)).status).to.equal(200)
    expect((await client.post('/ideas', { title: 'No' })).status).to.equal(403)
    expect((await client.post('/user/mcp-tokens', {})).status).to.equal(403)
    const asKey = service.anonymous.with({ 'X-API-Key': key })
    expect((await asKey.get('/ideas')).status).to.equal(401)
  })

  it('end when they expire, and are listed no more', async () => {
    const { client } = await make({ expires_at: new Date(now + 60_000).toISOString() })
    expect((await client.get('/ideas')).status).to.equal(200)
    now += 60_001
    expect((await client.get('/ideas')).status).to.equal(401)
    expect((await user.api.get('/user/mcp-tokens')).body).to.deep.equal([])
    const beyond = ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00']
    for (const expires_at of [new Date(now).toISOString(), 'tomorrow', 7, ...beyond]) {
      const { status, body } = await user.session.post('/user/mcp-tokens', { expires_at })
      expect([status, body.details[0].path], String(expires_at)).to.deep.equal([400, 'expires_at'])
    }
  })

  it('make room for others when they expire or are revoked, and leave room for keys', async () => {
    const expires_at = new Date(now + 60_000).toISOString()
    const [first] = await Promise.all(
      Array.from({ length: CREDENTIALS_PER_ACCOUNT }, async () => make({ expires_at })),
    )
    const more = async (): Promise<number> => (await user.session.post('/user/mcp-tokens', {})).status
    expect(await more()).to.equal(409)
    expect((await user.session.post('/user/api-keys', {})).status).to.equal(201)
    await user.session.delete(`/user/mcp-tokens/${first?.id}`)
    expect([await more(), await more()]).to.deep.equal([201, 409])
    now += 60_001
    expect(await more()).to.equal(201)
  })

  it('end at once when they are revoked, by a session or by themselves', async () => {
    const [one, two] = [await make(), await make()]
    expect((await two.client.delete(`/user/mcp-tokens/${one.id}`)).status).to.equal(403)
    expect((await user.session.delete(`/user/mcp-tokens/${one.id}`)).status).to.equal(204)
    expect((await one.client.get('/ideas')).status).to.equal(401)
    expect((await two.client.delete(`/user/mcp-tokens/${two.id}`)).status).to.equal(204)
    expect((await two.client.get('/ideas')).status).to.equal(401)
    expect((await user.session.delete(`/user/mcp-tokens/${two.id}`)).status).to.equal(404)
  })

  it('are nobody else’s', async () => {
    const { id } = await make()
    const other = await service.createUser()
    expect((await other.session.delete(`/user/mcp-tokens/${id}`)).status).to.equal(404)
    expect((await other.api.get('/user/mcp-tokens')).body).to.deep.equal([])
  })

  it('count towards the same day as keys', async () => {
    const { client } = await make()
    await client.get('/ideas')
    await user.api.get('/ideas')
    expect((await user.api.get('/user/usage')).body.used).to.equal(3)
  })
})

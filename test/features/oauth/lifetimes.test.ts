import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { givenService, startService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, freshAddress, PASSWORD } from '../../support/sign-in.ts'
import { until } from '../../support/until.ts'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { Browser, locationOf, OAuthClient, pkce } from './oauth-client.ts'

const DAY_MS = 24 * 60 * 60_000
const ISSUER = { TRUST_PROXY: 'true', PUBLIC_URL: 'https://ideas.example' }

const headers = () => ({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': freshAddress() })
const publicKeys = async (service: TestService) =>
  (await service.anonymous.with(headers()).get(`${service.url}/oauth/jwks`)).body

/** The same client at a replica. */
const at = (service: TestService, id = ''): OAuthClient => {
  const client = new OAuthClient(service.url, headers())
  client.id = id
  return client
}

describe('OAuth: lifetimes', () => {
  let database: TestDatabase
  let now = Date.now()
  let service: TestService
  let user: TestUser
  givenDatabase((given) => (database = given))
  givenService((given) => (service = given), { clock: () => now })
  beforeEach(async () => {
    now = Date.now()
    user = await service.createUser('pro', PASSWORD)
  })

  const countOf = async (label: string, where: string, params: Record<string, unknown>): Promise<number> => {
    const [row] = await database.query(`MATCH (n:${label}) WHERE ${where} RETURN count(n) AS count`, params)
    return Number(row?.['count'])
  }
  const ofUser = async (label: string) => countOf(label, 'n.userId = $id', { id: user.user_id })

  it('access tokens end after an hour, refresh tokens after 30 days, and the sweep deletes what has ended', async () => {
    const client = await new OAuthClient(service.url).register()
    const { access_token: token, refresh_token: refresh } = await client.connect(user)
    const api = bearer(service.anonymous, token)
    now += 59 * 60_000
    expect((await api.get('/ideas')).status).to.equal(200)
    now += 2 * 60_000
    expect((await api.get('/ideas')).status).to.equal(401)
    await service.application.sweep()
    expect([await ofUser('OAuthGrant'), await ofUser('OAuthToken')]).to.deep.equal([1, 1])
    now += 31 * DAY_MS
    expect((await client.refresh(refresh)).body.error).to.equal('invalid_grant')
    await service.application.sweep()
    expect([await ofUser('OAuthGrant'), await ofUser('OAuthToken')]).to.deep.equal([0, 0])
  })

  it('the sweep deletes registered clients a month after the last grant', async () => {
    const [used, unused] = [
      await new OAuthClient(service.url).register(),
      await new OAuthClient(service.url).register(),
    ]
    await used.connect(user)
    const left = async () => countOf('OAuthClient', 'n.id IN $ids', { ids: [used.id, unused.id] })
    now += 30 * DAY_MS - 60_000
    await service.application.sweep()
    expect(await left()).to.equal(2)
    await used.connect(await service.createUser('pro', PASSWORD))
    now += 2 * 60_000
    await service.application.sweep()
    expect(await left()).to.equal(1)
    expect(await countOf('OAuthClient', 'n.id = $id', { id: used.id })).to.equal(1)
  })

  it('a grant keeps the newest of its access tokens, and all refresh tokens, however often it is refreshed', async () => {
    const client = await new OAuthClient(service.url).register()
    let { refresh_token: refresh, access_token: token } = await client.connect(user)
    const api = bearer(service.anonymous, token)
    for (let times = 0; times < 25; times += 1) {
      // Replicas remember a token for a minute.
      expect((await api.get('/ideas')).status).to.equal(times < 20 ? 200 : 401)
      now += 1000
      refresh = (await client.refresh(refresh)).body.refresh_token
    }
    expect(
      await countOf('OAuthToken', 'n.userId = $id AND n.kind = $kind', {
        id: user.user_id,
        kind: 'AccessToken',
      }),
    ).to.equal(20)
    const { status, body } = await client.refresh(refresh)
    expect(status, JSON.stringify(body)).to.equal(200)
  })

  it('a refresh token that comes back after many others still ends the grant', async () => {
    const client = await new OAuthClient(service.url).register()
    const { refresh_token: stolen } = await client.connect(user)
    let last = (await client.refresh(stolen)).body
    for (let times = 0; times < 25; times += 1) {
      now += 1000
      last = (await client.refresh(last.refresh_token)).body
    }
    expect((await client.refresh(stolen)).body.error).to.equal('invalid_grant')
    expect((await bearer(service.anonymous, last.access_token).get('/ideas')).status).to.equal(401)
    expect((await user.session.get('/user/mcp-tokens')).body).to.deep.equal([])
  })

  it('a grant with more refresh tokens than anybody needs gets no further one', async () => {
    const client = await new OAuthClient(service.url).register()
    const { refresh_token: refresh } = await client.connect(user)
    await database.query(
      `MATCH (t:OAuthToken {userId: $id}) WITH t.grantId AS grantId LIMIT 1 UNWIND range(1, 1000) AS at
       CREATE (:OAuthToken {hash: $id + at, kind: 'RefreshToken', userId: $id, grantId: grantId, createdAt: $now, expiresAt: $now + 1})`,
      { id: user.user_id, now },
    )
    expect((await client.refresh(refresh)).body.error).to.equal('invalid_grant')
  })

  it('everything goes with the account', async () => {
    const client = await new OAuthClient(service.url).register()
    const { access_token: token, refresh_token: refresh } = await client.connect(user)
    const api = bearer(service.anonymous, token)
    expect((await api.get('/ideas')).status).to.equal(200)
    expect((await user.session.send('DELETE', '/user/me', { password: PASSWORD })).status).to.equal(204)
    expect((await api.get('/ideas')).status).to.equal(401)
    expect((await client.refresh(refresh)).body.error).to.equal('invalid_grant')
    expect([await ofUser('OAuthGrant'), await ofUser('OAuthToken')]).to.deep.equal([0, 0])
  })

  it('an account has at most a hundred grants', async () => {
    await database.query(
      `UNWIND range(1, 100) AS at
       CREATE (:OAuthGrant {id: $id + '-' + at, userId: $id, clientId: 'x', clientName: 'x', audience: 'mcp', scopes: [],
         createdAt: $now, expiresAt: $now + 1000000})`,
      { id: user.user_id, now },
    )
    const client = await new OAuthClient(service.url).register()
    const browser = new Browser()
    const { page } = await client.toConsent(browser, user, client.authorizeUrl(pkce().challenge))
    const reply = await browser.post(`${page}/consent`, {
      account: user.user_id,
      scope: ['ideas:read'],
      decision: 'allow',
    })
    expect(reply.status).to.equal(409)
    expect(await reply.text()).to.include('An account may have at most 100 MCP tokens')
    await database.query('MATCH (g:OAuthGrant {userId: $id}) DELETE g', { id: user.user_id })
  })
})

describe('OAuth on two replicas', () => {
  let one: TestService
  let two: TestService
  let user: TestUser
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  before(async () => {
    await database.query('MATCH (k:OAuthKeys) DELETE k')
    const env = { ...ISSUER, BYOK_MASTER_KEY: newMasterKey() }
    ;[one, two] = await Promise.all([startService({ env }), startService({ env })])
    user = await one.createUser('pro', PASSWORD)
  })
  after(async () => Promise.all([one?.close(), two?.close()]))

  const resource = `${ISSUER.PUBLIC_URL}/api/v1`

  it('makes the keys once, also if both start at the same moment', async () => {
    const [first, second] = await Promise.all([publicKeys(one), publicKeys(two)])
    expect(first.keys).to.have.lengthOf(1)
    expect(first).to.deep.equal(second)
    expect(first.keys[0]).not.to.have.property('d')
    const [row] = await database.query('MATCH (k:OAuthKeys) RETURN count(*) AS count')
    expect(row?.['count']).to.equal(1)
  })

  it('continues a request of one at the other, and what one revokes the other refuses', async () => {
    const client = await at(one).register()
    const { verifier, challenge } = pkce()
    const browser = new Browser(headers())
    const elsewhere = (url: string) => url.replace(/^https?:\/\/[^/]+/, two.url)
    const page = elsewhere(await locationOf(await browser.get(client.authorizeUrl(challenge, { resource }))))
    await browser.post(`${page}/sign-in`, { email: user.email, password: PASSWORD })
    const fields = { account: user.user_id, scope: ['ideas:read'], decision: 'allow' }
    const resume = elsewhere(await locationOf(await browser.post(`${page}/consent`, fields)))
    const back = new URL(await locationOf(await browser.get(resume)))
    expect(back.searchParams.get('iss')).to.equal(ISSUER.PUBLIC_URL)
    const { body } = await at(one, client.id).exchange(back.searchParams.get('code') ?? '', verifier)
    const api = [one, two].map((service) => bearer(service.anonymous.with(headers()), body.access_token))
    for (const replica of api) expect((await replica.get('/ideas')).status).to.equal(200)
    expect(await at(two, client.id).revoke(body.access_token)).to.equal(200)
    for (const replica of api) expect((await replica.get('/ideas')).status).to.equal(401)
  })

  it('limits registrations per network on both together', async () => {
    const address = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': freshAddress() }
    const register = async (service: TestService) =>
      new OAuthClient(service.url, address).post('/oauth/register', {
        redirect_uris: ['https://app.example/'],
      })
    for (let round = 0; round < 10; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => register(at % 2 === 0 ? one : two)),
      )
      expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([201]))
    }
    const refused = await register(one)
    expect(refused.status).to.equal(429)
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3_600)
    expect(refused.headers.get('access-control-allow-origin')).to.equal('*')
    await at(one).register()
  })

  it('limits exchanges of guessed tokens per network on both together', async () => {
    const address = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': freshAddress() }
    const refresh = async (service: TestService) =>
      (await new OAuthClient(service.url, address).refresh('guessed')).status
    const statuses: number[] = []
    for (let round = 0; round < 13; round += 1) {
      const some = Array.from({ length: 100 }, async (_, at) => refresh(at % 2 === 0 ? one : two))
      statuses.push(...(await Promise.all(some)))
    }
    expect(statuses.filter((status) => status === 429)).to.have.length(100)
  })
})

describe('OAuth while Redis is unavailable', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))

  it('exchanges codes and tokens, answers 503 where it needs Redis, and what was not revoked stays valid', async () => {
    const { service, redis } = proxied
    const user = await service.createUser('pro', PASSWORD)
    const client = await new OAuthClient(service.url).register()
    const { access_token: token, refresh_token: refresh } = await client.connect(user)
    const browser = new Browser()
    const { page } = await client.toConsent(browser, user, client.authorizeUrl(pkce().challenge))
    const { verifier, challenge } = pkce()
    const back = await client.authorize(user, { url: client.authorizeUrl(challenge) })
    await redis.cut()
    const exchanged = await client.exchange(back.searchParams.get('code') ?? '', verifier)
    expect(exchanged.status, JSON.stringify(exchanged.body)).to.equal(200)
    const refreshed = await client.refresh(exchanged.body.refresh_token)
    expect(refreshed.status, JSON.stringify(refreshed.body)).to.equal(200)
    for (const { body } of [exchanged, refreshed])
      expect((await bearer(service.anonymous, body.access_token).get('/ideas')).status).to.equal(200)
    let { refresh_token: next } = refreshed.body
    // So that the grant has more tokens than it keeps.
    for (let times = 0; times < 20; times += 1) {
      const { status, body } = await client.refresh(next)
      expect(status, JSON.stringify(body)).to.equal(200)
      next = body.refresh_token
    }
    const asked = await new Browser().get(client.authorizeUrl(pkce().challenge))
    expect(asked.status).to.equal(503)
    expect(await asked.text()).to.include('<h1>This request cannot be answered</h1>')
    expect((await browser.get(page)).status).to.equal(503)
    expect(await client.revoke(token)).to.equal(503)
    expect((await bearer(service.anonymous, token).get('/ideas')).status).to.equal(200)
    await redis.resume()
    expect((await client.refresh(refresh)).status).to.equal(200)
    // A slow answer of Redis on a busy machine is a 503, too, and whoever gets one tries again.
    await until('the page is shown again', async () => (await browser.get(page)).status === 200)
    await until('the grant is revoked', async () => (await client.revoke(token)) === 200)
    expect((await bearer(service.anonymous, token).get('/ideas')).status).to.equal(401)
  })
})

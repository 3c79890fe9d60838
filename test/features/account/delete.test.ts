import { expect } from 'chai'
import { Redis } from 'ioredis'
import type { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { brokenFields, newIdea } from '../../support/factories.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { startService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, BEHIND_PROXY, browser, clientFrom, PASSWORD, signIn } from '../../support/sign-in.ts'

const leave = async (client: Client, password = PASSWORD) => client.send('DELETE', '/user/me', { password })

describe('DELETE /api/v1/user/me', () => {
  let one: TestService
  let two: TestService
  let user: TestUser
  let session: Client
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  let redis: Redis
  before(async () => {
    ;[one, two] = await Promise.all([
      startService({ env: BEHIND_PROXY }),
      startService({ env: BEHIND_PROXY }),
    ])
    redis = new Redis(testServers().redisUrl)
  })
  beforeEach(async () => {
    user = await one.createUser('pro', PASSWORD)
    session = bearer(clientFrom(one), user.session_token)
  })
  after(async () => {
    redis?.disconnect()
    await Promise.all([one?.close(), two?.close()])
  })

  const nodes = async (): Promise<unknown[]> =>
    database.query('MATCH (n) WHERE n.userId = $id OR n.id = $id OR n.email = $email RETURN labels(n)', {
      id: user.user_id,
      email: user.email,
    })

  it('answers 204; nothing is left in Neo4j and Redis, and every credential is refused everywhere', async () => {
    const key = clientFrom(two).with({ 'X-API-Key': user.api_key })
    const headers = { 'Idempotency-Key': 'kept' }
    const names = `*${user.user_id}*`
    const known = new Set(await redis.keys('ideas:attempts:account:*'))
    expect((await key.post('/ideas', { title: 'Mine', tags: ['a'] }, { headers })).status).to.equal(201)
    const { body } = await signIn(clientFrom(two), user)
    await clientFrom(two).post('/auth/sign-in', { email: user.email, password: 'wrong' })
    const tries = (await redis.keys('ideas:attempts:account:*')).filter((name) => !known.has(name))
    expect(tries).to.have.length(1)
    expect(await redis.keys(names)).not.to.deep.equal([])
    expect((await nodes()).length).to.be.above(6)

    const reply = await leave(session)
    expect([reply.status, reply.body]).to.deep.equal([204, undefined])
    expect(reply.headers.get('set-cookie')).to.match(/^__Host-session=; .*Max-Age=0$/)
    expect(await nodes()).to.deep.equal([])
    expect(await redis.keys(names)).to.deep.equal([])
    expect(await redis.exists(...tries)).to.equal(0)
    for (const client of [key, session, bearer(clientFrom(two), body.session_token)])
      expect((await client.get('/user/me')).status).to.equal(401)
    expect(
      (await clientFrom(one).post('/auth/sign-in', { email: user.email, password: PASSWORD })).status,
    ).to.equal(401)
  })

  it('deletes an idea with more links and relations than one transaction could', async () => {
    const key = clientFrom(one).with({ 'X-API-Key': user.api_key })
    const [{ id }, other] = [await newIdea(key), await newIdea(key)]
    await database.query(
      `MATCH (i:Idea {id: toInteger($id)}), (o:Idea {id: toInteger($other)})
       UNWIND range(1, 40000) AS number
       CALL (i, o, number) {
         CREATE (i)-[:HAS_LINK]->(:Link {id: -number, url: 'https://example.org'})
         CREATE (i)-[:RELATED {id: -number}]->(o)
       } IN TRANSACTIONS OF 10000 ROWS`,
      { id, other: other.id },
    )
    expect((await leave(session)).status).to.equal(204)
    expect(await nodes()).to.deep.equal([])
    expect(await database.query('MATCH (l:Link) WHERE l.id < 0 RETURN l LIMIT 1')).to.deep.equal([])
  })

  it('goes by the cookie from the same origin', async () => {
    const page = browser(clientFrom(one), user.session_token, { 'Sec-Fetch-Site': 'same-origin' })
    expect((await leave(page.with({ 'Sec-Fetch-Site': 'cross-site' }))).status).to.equal(403)
    expect((await leave(page)).status).to.equal(204)
  })

  it('answers 403 for a wrong password, to an account without one, and to a key', async () => {
    const without = await one.createUser()
    for (const [client, text] of [
      [session, 'The password is wrong'],
      [bearer(clientFrom(one), without.session_token), 'The password is wrong'],
      [clientFrom(one).with({ 'X-API-Key': user.api_key }), 'This request needs a session token'],
    ] as const) {
      const { status, body } = await leave(client, client === session ? 'wrong' : PASSWORD)
      expect([status, body]).to.deep.equal([403, { error: text }])
    }
    expect((await session.get('/user/me')).status).to.equal(200)
  })

  it('answers 400 without a password', async () => {
    expect(brokenFields(await session.send('DELETE', '/user/me', {}))).to.deep.equal(['password'])
    expect(brokenFields(await session.delete('/user/me'))).to.deep.equal(['password'])
  })

  describe('that was cut short', () => {
    beforeEach(async () => {
      await newIdea(session)
      await database.query('MATCH (u:User {id: $id}) SET u.closedAt = $at', {
        id: user.user_id,
        at: Date.now() - 120_000,
      })
    })

    it('lets nobody in, and is finished by any process', async () => {
      expect(
        (await clientFrom(two).post('/auth/sign-in', { email: user.email, password: PASSWORD })).status,
      ).to.equal(401)
      await two.application.sweep()
      expect(await nodes()).to.deep.equal([])
      expect(await redis.keys(`*${user.user_id}*`)).to.deep.equal([])
      expect((await session.get('/user/me')).status).to.equal(401)
    })

    it('is finished by an operator', async () => {
      await two.application.accounts.remove(user.email)
      expect(await nodes()).to.deep.equal([])
    })
  })
})

describe('DELETE /api/v1/user/me while Redis is unavailable', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given), { env: BEHIND_PROXY })

  it('answers 503 and nothing is lost; it can be repeated', async () => {
    const { service, redis } = proxied
    const user = await service.createUser('pro', PASSWORD)
    const session = bearer(clientFrom(service), user.session_token)
    const idea = await newIdea(session)
    await redis.cut()
    const leave = async () => (await session.send('DELETE', '/user/me', { password: PASSWORD })).status
    expect(await leave()).to.equal(503)
    expect((await session.get(`/ideas/${idea.id}`)).status).to.equal(200)
    await redis.resume()
    let status = 503
    while (status === 503) status = await leave()
    expect(status).to.equal(204)
  })
})

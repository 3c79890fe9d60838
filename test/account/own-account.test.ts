import { expect } from 'chai'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { Client } from '../support/client.ts'
import { openDatabase, type TestDatabase } from '../support/database.ts'
import { brokenFields, newIdea } from '../support/factories.ts'
import { givenProxiedService, type ProxiedService } from '../support/proxied-service.ts'
import { newUser, startService, testServers, type TestService, type TestUser } from '../support/service.ts'
import { bearer, BEHIND_PROXY, browser, from, PASSWORD, signIn } from '../support/sign-in.ts'

const KIB = 1024

describe('PATCH /api/v1/user/me', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })

  it('changes the supplied fields only, and answers the user', async () => {
    const before = (await user.api.get('/user/me')).body
    const named = await user.api.patch('/user/me', { display_name: '  Ada Löwe ' })
    expect(named.status).to.equal(200)
    const { updated_at } = named.body
    expect(named.body).to.deep.equal({ ...before, display_name: 'Ada Löwe', updated_at })
    expect(Date.parse(updated_at)).to.be.at.least(Date.parse(before.updated_at))
    const set = await user.session.patch('/user/me', { settings_json: { theme: 'dark', a: [1, null] } })
    expect(set.body).to.deep.include({
      display_name: 'Ada Löwe',
      settings_json: { theme: 'dark', a: [1, null] },
    })
    expect((await user.api.get('/user/me')).body).to.deep.equal(set.body)
  })

  it('replaces the settings whole', async () => {
    await user.api.patch('/user/me', { settings_json: { a: 1, b: { c: 2 } } })
    const { body } = await user.api.patch('/user/me', { settings_json: { b: { d: 3 } } })
    expect(body.settings_json).to.deep.equal({ b: { d: 3 } })
    expect((await user.api.patch('/user/me', { settings_json: {} })).body.settings_json).to.deep.equal({})
  })

  it('with nothing to change answers the user and changes nothing', async () => {
    const { body } = await user.api.get('/user/me')
    const etag = (await user.api.get('/map')).headers.get('etag')
    for (const input of [{}, { email: 'other@example.org', plan: 'free' }])
      expect((await user.api.patch('/user/me', input)).body).to.deep.equal(body)
    expect((await user.api.get('/map')).headers.get('etag')).to.equal(etag)
  })

  it('keeps any JSON object as it is', async () => {
    const settings = fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__'),
      fc.jsonValue({ stringUnit: 'grapheme', noUnicodeString: false } as never),
      { noNullPrototype: true } as never,
    )
    await fc.assert(
      fc.asyncProperty(settings, async (value) => {
        const expected = JSON.parse(JSON.stringify(value))
        const { status, body } = await user.api.patch('/user/me', { settings_json: value })
        expect([status, body.settings_json]).to.deep.equal([200, expected])
      }),
      { numRuns: 50 },
    )
  })

  it('takes settings of 64 KiB as UTF-8, and no byte more', async () => {
    const room = 64 * KIB - '{"a":""}'.length
    const fitting = 'é'.repeat(room / 2)
    expect((await user.api.patch('/user/me', { settings_json: { a: fitting } })).status).to.equal(200)
    const over = await user.api.patch('/user/me', { settings_json: { a: `${fitting}x` } })
    expect(brokenFields(over)).to.deep.equal(['settings_json'])
    expect((await user.api.get('/user/me')).body.settings_json).to.deep.equal({ a: fitting })
  })

  it('happens once with an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `settings-${user.user_id}` }
    const first = await user.api.patch('/user/me', { display_name: 'First' }, { headers })
    await user.api.patch('/user/me', { display_name: 'Second' })
    const again = await user.api.patch('/user/me', { display_name: 'First' }, { headers })
    expect(again.body).to.deep.equal(first.body)
    expect((await user.api.get('/user/me')).body.display_name).to.equal('Second')
  })

  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
  for (const [what, body, field] of [
    ['a name that is null', { display_name: null }, 'display_name'],
    ['an empty name', { display_name: ' ' }, 'display_name'],
    ['a long name', { display_name: 'x'.repeat(101) }, 'display_name'],
    ['an ill-formed name', { display_name: '\ud800' }, 'display_name'],
    ['settings that are null', { settings_json: null }, 'settings_json'],
    ['settings that are an array', { settings_json: [] }, 'settings_json'],
    ['settings that are text', { settings_json: '{}' }, 'settings_json'],
    ['ill-formed text in the settings', { settings_json: { a: [{ b: '\udc00' }] } }, 'settings_json'],
    ['an ill-formed name in the settings', { settings_json: { '\udc00': 1 } }, 'settings_json'],
    ['settings deeper than 100', { settings_json: nested(100) }, 'settings_json'],
  ] as const) {
    it(`answers 400 for ${what} and changes nothing`, async () => {
      const before = (await user.api.get('/user/me')).body
      expect(brokenFields(await user.api.patch('/user/me', body))).to.deep.equal([field])
      expect((await user.api.get('/user/me')).body).to.deep.equal(before)
    })
  }

  it('answers 400 for settings that are as deep as a body can be', async () => {
    const depth = 150_000
    const raw = `{"settings_json":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
    const reply = await user.api.patch('/user/me', undefined, {
      raw,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(brokenFields(reply)).to.deep.equal(['settings_json'])
  })

  it('answers 403 to a key that may only read', async () => {
    const { body } = await user.session.post('/user/api-keys', { scopes: ['ideas:read'] })
    const reader = user.api.with({ 'X-API-Key': body.key })
    expect((await reader.patch('/user/me', { display_name: 'No' })).status).to.equal(403)
  })
})

describe('DELETE /api/v1/user/me', () => {
  let one: TestService
  let two: TestService
  let user: TestUser
  let session: Client
  let database: TestDatabase
  let redis: Redis
  before(async () => {
    ;[one, two] = await Promise.all([
      startService({ env: BEHIND_PROXY }),
      startService({ env: BEHIND_PROXY }),
    ])
    database = openDatabase()
    redis = new Redis(testServers().redisUrl)
  })
  beforeEach(async () => {
    user = await one.createUser('pro', PASSWORD)
    session = bearer(from(one), user.session_token)
  })
  after(async () => {
    redis?.disconnect()
    await Promise.all([one?.close(), two?.close(), database?.close()])
  })

  const nodes = async (): Promise<unknown[]> =>
    database.query('MATCH (n) WHERE n.userId = $id OR n.id = $id OR n.email = $email RETURN labels(n)', {
      id: user.user_id,
      email: user.email,
    })
  const leave = async (client: Client, password = PASSWORD) => client.send('DELETE', '/user/me', { password })

  it('answers 204; nothing is left in Neo4j and Redis, and every credential is refused everywhere', async () => {
    const key = from(two).with({ 'X-API-Key': user.api_key })
    const headers = { 'Idempotency-Key': 'kept' }
    const [tries, names] = [await redis.keys('ideas:attempts:account:*'), `*${user.user_id}*`]
    expect((await key.post('/ideas', { title: 'Mine', tags: ['a'] }, { headers })).status).to.equal(201)
    const { body } = await signIn(from(two), user)
    await from(two).post('/auth/sign-in', { email: user.email, password: 'wrong' })
    expect(await redis.keys('ideas:attempts:account:*')).to.have.length(tries.length + 1)
    expect(await redis.keys(names)).not.to.deep.equal([])
    expect((await nodes()).length).to.be.above(6)

    const reply = await leave(session)
    expect([reply.status, reply.body]).to.deep.equal([204, undefined])
    expect(reply.headers.get('set-cookie')).to.match(/^__Host-session=; .*Max-Age=0$/)
    expect(await nodes()).to.deep.equal([])
    expect(await redis.keys(names)).to.deep.equal([])
    expect(await redis.keys('ideas:attempts:account:*')).to.have.members(tries)
    for (const client of [key, session, bearer(from(two), body.session_token)])
      expect((await client.get('/user/me')).status).to.equal(401)
    expect(
      (await from(one).post('/auth/sign-in', { email: user.email, password: PASSWORD })).status,
    ).to.equal(401)
  })

  it('goes by the cookie from the same origin', async () => {
    const page = browser(from(one), user.session_token, { 'Sec-Fetch-Site': 'same-origin' })
    expect((await leave(page.with({ 'Sec-Fetch-Site': 'cross-site' }))).status).to.equal(403)
    expect((await leave(page)).status).to.equal(204)
  })

  it('answers 403 for a wrong password, to an account without one, and to a key', async () => {
    const without = await one.createUser()
    for (const [client, text] of [
      [session, 'The password is wrong'],
      [bearer(from(one), without.session_token), 'The password is wrong'],
      [from(one).with({ 'X-API-Key': user.api_key }), 'This request needs a session token'],
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
        (await from(two).post('/auth/sign-in', { email: user.email, password: PASSWORD })).status,
      ).to.equal(401)
      await two.services.sweep()
      expect(await nodes()).to.deep.equal([])
      expect(await redis.keys(`*${user.user_id}*`)).to.deep.equal([])
      expect((await session.get('/user/me')).status).to.equal(401)
    })

    it('is finished by an operator', async () => {
      await two.services.accounts.remove(user.email)
      expect(await nodes()).to.deep.equal([])
    })
  })
})

describe('DELETE /api/v1/user/me while Redis is away', () => {
  let proxied: ProxiedService
  givenProxiedService(
    (given) => {
      proxied = given
    },
    { env: BEHIND_PROXY },
  )

  it('answers 503 and nothing is lost; it can be repeated', async () => {
    const { service, redis } = proxied
    const user = await service.createUser('pro', PASSWORD)
    const session = bearer(from(service), user.session_token)
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

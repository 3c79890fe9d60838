import { expect } from 'chai'
import { Redis } from 'ioredis'
import type { Client, Reply } from '../../support/client.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { startService, testServers, type TestService } from '../../support/service.ts'
import { bearer, BEHIND_PROXY, freshAddress, clientFrom, PASSWORD, signIn } from '../../support/sign-in.ts'

const REFUSAL = [429, { error: 'Rate limit exceeded' }]

async function attempt(client: Client, email: string, password = 'wrong'): Promise<Reply> {
  return client.post('/auth/sign-in', { email, password })
}

/** Fails as often as one network may. */
async function exhaust(client: Client, email: string): Promise<void> {
  const replies = await Promise.all(Array.from({ length: 10 }, async () => attempt(client, email)))
  expect(replies.map(({ status }) => status)).to.deep.equal(Array.from({ length: 10 }, () => 401))
}

/** Fails as often as all networks together may. */
async function exhaustAccount(service: TestService, email: string): Promise<void> {
  for (let network = 0; network < 5; network += 1) await exhaust(clientFrom(service), email)
}

describe('Tries of a password', () => {
  let one: TestService
  let two: TestService
  let redis: Redis
  before(async () => {
    ;[one, two] = await Promise.all([
      startService({ env: BEHIND_PROXY }),
      startService({ env: BEHIND_PROXY }),
    ])
    redis = new Redis(testServers().redisUrl)
  })
  after(async () => {
    redis?.disconnect()
    await Promise.all([one?.close(), two?.close()])
  })

  for (const known of [true, false]) {
    it(`are ten per account and network, on all replicas together, for ${known ? 'one that exists' : 'one that does not'}`, async () => {
      const { email } = known
        ? await one.createUser('pro', PASSWORD)
        : { email: `none-${process.pid}-${Date.now()}@example.org` }
      const address = freshAddress()
      for (let times = 0; times < 5; times += 1)
        for (const service of [one, two])
          expect((await attempt(clientFrom(service, address), email)).status).to.equal(401)
      for (const service of [one, two]) {
        const { status, body, headers } = await attempt(
          clientFrom(service, address),
          email.toUpperCase(),
          PASSWORD,
        )
        expect([status, body]).to.deep.equal(REFUSAL)
        expect(Number(headers.get('retry-after'))).to.be.within(1, 900)
      }
    })
  }

  it('are not more than ten when they come at once', async () => {
    const { email } = await one.createUser('pro', PASSWORD)
    const client = clientFrom(one)
    const replies = await Promise.all(Array.from({ length: 30 }, async () => attempt(client, email)))
    expect(replies.filter(({ status }) => status === 401)).to.have.length(10)
    expect(replies.filter(({ status }) => status === 429)).to.have.length(20)
  })

  it('begin anew with a good one, and when the time is over', async () => {
    const user = await one.createUser('pro', PASSWORD)
    const client = clientFrom(one)
    for (let round = 0; round < 3; round += 1) {
      for (let times = 0; times < 9; times += 1) await attempt(client, user.email)
      await signIn(client, user)
    }
    const known = new Set(await redis.keys('ideas:attempts:pair:*'))
    await exhaust(client, user.email)
    const key = (await redis.keys('ideas:attempts:pair:*')).find((name) => !known.has(name)) ?? ''
    expect(await redis.pttl(key)).to.be.within(880_000, 900_000)
    await redis.pexpire(key, 1)
    while ((await redis.exists(key)) === 1);
    await signIn(client, user)
  })

  it('are fifty per account from everywhere, above which a network or browser that signed in before still may', async () => {
    const user = await one.createUser('pro', PASSWORD)
    const [home, elsewhere] = [clientFrom(one), clientFrom(two)]
    const { headers } = await signIn(home, user)
    const cookie = headers.getSetCookie().find((line) => line.startsWith('__Host-browser='))
    expect(cookie).to.match(
      /^__Host-browser=[\w-]{22}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    )
    await exhaustAccount(one, user.email)
    const refused = await attempt(elsewhere, user.email, PASSWORD)
    expect([refused.status, refused.body]).to.deep.equal(REFUSAL)
    expect(
      (await attempt(elsewhere.with({ Cookie: `__Host-browser=${'a'.repeat(22)}` }), user.email, PASSWORD))
        .status,
    ).to.equal(429)
    await signIn(clientFrom(two, home.headers['X-Forwarded-For']), user)
    const Cookie = cookie?.split(';')[0] ?? ''
    const session = bearer(clientFrom(two), user.session_token)
    const change = { current_password: PASSWORD, new_password: PASSWORD }
    expect((await session.post('/user/password', change)).status).to.equal(429)
    expect((await session.with({ Cookie }).post('/user/password', change)).status).to.equal(204)
    await signIn(elsewhere.with({ Cookie }), user)
    await signIn(elsewhere, user)
    const [key] = await redis.keys(`ideas:known:*`)
    expect(await redis.pttl(key ?? '')).to.be.above(0)
  })

  it('are a hundred per address, which nobody can change by what he says in X-Forwarded-For', async () => {
    const address = freshAddress()
    const claim = (at: number): Client => clientFrom(one, `203.0.113.${at}, ${address}`)
    const stamp = `${process.pid}-${Date.now()}`
    for (let at = 0; at < 100; at += 10) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, async (_, index) =>
          attempt(claim(at + index), `s-${stamp}-${at + index}@example.org`),
        ),
      )
      expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([401]))
    }
    const user = await one.createUser('pro', PASSWORD)
    const refused = await attempt(claim(200), user.email, PASSWORD)
    expect([refused.status, refused.body]).to.deep.equal(REFUSAL)
    await signIn(clientFrom(one), user)
  })

  it('that are good do not use up an address', async () => {
    const client = clientFrom(one)
    const known = new Set(await redis.keys('ideas:attempts:address:*'))
    const user = await one.createUser('pro', PASSWORD)
    for (let times = 0; times < 3; times += 1) await signIn(client, user)
    const key = (await redis.keys('ideas:attempts:address:*')).find((name) => !known.has(name)) ?? ''
    expect(await redis.get(key)).to.equal('0')
  })

  it('leave neither e-mail nor address in Redis', async () => {
    const address = freshAddress()
    const { email } = await one.createUser('pro', PASSWORD)
    await attempt(clientFrom(one, address), email)
    const keys = (await redis.keys('ideas:attempts:*')).join('\n')
    for (const text of [email, email.split('@')[0] ?? '', address]) expect(keys).not.to.contain(text)
  })

  it('count for the current password and for a deletion, too, and there only who is limited is refused', async () => {
    const user = await one.createUser('pro', PASSWORD)
    const session = bearer(clientFrom(one), user.session_token)
    const ways = [
      async (password: string) =>
        session.post('/user/password', { current_password: password, new_password: PASSWORD }),
      async (password: string) => session.send('DELETE', '/user/me', { password }),
    ]
    for (let times = 0; times < 5; times += 1)
      for (const way of ways) expect((await way('wrong')).status).to.equal(403)
    for (const way of ways) {
      const { status, body, headers } = await way(PASSWORD)
      expect([status, body]).to.deep.equal(REFUSAL)
      expect(Number(headers.get('retry-after'))).to.be.within(1, 900)
    }
    expect((await attempt(session, user.email, PASSWORD)).status).to.equal(429)
    expect((await session.get('/user/me')).status).to.equal(200)
    const other = await one.createUser('pro', PASSWORD)
    await signIn(session, other)
  })

  it('are forgotten with a password that the operator sets', async () => {
    const user = await one.createUser('pro', 'another password')
    const client = clientFrom(one)
    await exhaust(client, user.email)
    await one.application.accounts.setPassword(user.email, PASSWORD)
    await signIn(client, user)
  })
})

describe('Tries of a password while Redis is unavailable', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given), { env: BEHIND_PROXY })

  it('are counted in memory, and people can sign in', async () => {
    const { service, redis } = proxied
    const [user, other] = [
      await service.createUser('pro', PASSWORD),
      await service.createUser('pro', PASSWORD),
    ]
    await redis.cut()
    const client = clientFrom(service)
    await exhaust(client, user.email)
    const { status, headers } = await attempt(client, user.email, PASSWORD)
    expect(status).to.equal(429)
    expect(Number(headers.get('retry-after'))).to.be.within(1, 900)
    await signIn(clientFrom(service), other)
    await redis.resume()
  })
})

import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, browser } from '../../support/sign-in.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const GRACE_MS = 10_000

const refresh = async (client: Client): Promise<string> => {
  const { status, body } = await client.post('/auth/refresh')
  expect(status, JSON.stringify(body)).to.equal(200)
  return body.session_token as string
}

describe('POST /api/v1/auth/refresh', () => {
  let now = Date.now()
  let one: TestService
  let two: TestService
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  let user: TestUser
  before(async () => {
    ;[one, two] = await Promise.all([startService({ clock: () => now }), startService({ clock: () => now })])
  })
  beforeEach(async () => {
    user = await one.createUser()
  })
  after(async () => Promise.all([one?.close(), two?.close()]))

  const everywhere = async (token: string): Promise<number[]> =>
    Promise.all(
      [one, two].map(async ({ anonymous }) => (await bearer(anonymous, token).get('/user/me')).status),
    )

  it('answers a new token of the same session, in the body and as cookie', async () => {
    const { status, body, headers } = await user.session.post('/auth/refresh')
    expect(status).to.equal(200)
    expect(body).to.have.all.keys('session_token', 'expires_at')
    expect(Date.parse(body.expires_at)).to.equal(now + HOUR_MS)
    expect(headers.get('cache-control')).to.equal('no-store')
    const kept = `__Host-session=${body.session_token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=3600`
    expect(headers.get('set-cookie')).to.equal(kept)
    expect(await everywhere(body.session_token)).to.deep.equal([200, 200])
    const sessions = await bearer(one.anonymous, body.session_token).get('/user/sessions')
    expect(sessions.body.map(({ current }: { current: boolean }) => current)).to.deep.equal([true])
  })

  it('goes by the cookie as well', async () => {
    const page = browser(one.anonymous, user.session_token, { 'Sec-Fetch-Site': 'same-origin' })
    expect(await everywhere(await refresh(page))).to.deep.equal([200, 200])
  })

  it('lets the old token in for ten seconds more and no longer, also where it is cached', async () => {
    expect(await everywhere(user.session_token)).to.deep.equal([200, 200])
    const token = await refresh(user.session)
    now += GRACE_MS - 1
    expect(await everywhere(user.session_token)).to.deep.equal([200, 200])
    now += 1
    expect(await everywhere(user.session_token)).to.deep.equal([401, 401])
    expect(await everywhere(token)).to.deep.equal([200, 200])
    expect((await user.session.post('/auth/refresh')).status).to.equal(401)
    now += HOUR_MS - GRACE_MS - 1
    expect(await everywhere(token)).to.deep.equal([200, 200])
    now += 1
    expect(await everywhere(token)).to.deep.equal([401, 401])
  })

  it('lets two tabs refresh the same token: both new ones are good for their own hour', async () => {
    const there = bearer(two.anonymous, user.session_token)
    const together = await Promise.all([refresh(user.session), refresh(there)])
    now += GRACE_MS - 1
    const late = await refresh(there)
    now += 1
    expect(await everywhere(user.session_token)).to.deep.equal([401, 401])
    for (const token of [...together, late]) expect(await everywhere(token)).to.deep.equal([200, 200])
    now += HOUR_MS - GRACE_MS - 1
    for (const token of [...together, late]) expect(await everywhere(token)).to.deep.equal([200, 200])
    now += 1
    for (const token of together) expect(await everywhere(token)).to.deep.equal([401, 401])
    expect(await everywhere(late)).to.deep.equal([200, 200])
  })

  it('keeps the newest of many tokens of one sign-in, so that they are no more than can be revoked', async () => {
    const first = await refresh(user.session)
    const others: string[] = []
    expect(await everywhere(first)).to.deep.equal([200, 200])
    for (let times = 0; times < 25; times += 1) {
      now += 100
      others.push(await refresh(bearer(one.anonymous, others.at(-1) ?? first)))
    }
    expect(await everywhere(first)).to.deep.equal([401, 401])
    for (const token of others.slice(-5)) expect(await everywhere(token)).to.deep.equal([200, 200])
  })

  it('ends thirty days after the sign-in, however often it was refreshed', async () => {
    const left = 30 * 60_000
    await database.query('MATCH (s:Session {userId: $id}) SET s.signedInAt = $at', {
      id: user.user_id,
      at: now + left - 30 * DAY_MS,
    })
    const { body, headers } = await user.session.post('/auth/refresh')
    expect(Date.parse(body.expires_at)).to.equal(now + left)
    expect(headers.get('set-cookie')).to.contain('Max-Age=1800')
    now += left - 1
    const last = await bearer(one.anonymous, body.session_token).post('/auth/refresh')
    expect(Date.parse(last.body.expires_at)).to.equal(now + 1)
    now += 1
    for (const token of [body.session_token, last.body.session_token])
      expect(await everywhere(token)).to.deep.equal([401, 401])
  })

  it('brings nobody back who signs out at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { session, session_token: token } = await one.createUser()
      await session.get('/user/me')
      const there = bearer(two.anonymous, token)
      const [refreshed, out] = await Promise.all([
        there.post('/auth/refresh'),
        session.post('/auth/sign-out'),
      ])
      expect(out.status).to.equal(204)
      expect(refreshed.status).to.be.oneOf([200, 401])
      expect(await everywhere(token)).to.deep.equal([401, 401])
      if (refreshed.status === 200)
        expect(await everywhere(refreshed.body.session_token)).to.deep.equal([401, 401])
    }
  })

  it('answers 403 to a key', async () => {
    expect((await user.api.post('/auth/refresh')).status).to.equal(403)
  })
})

const until = async (ask: () => Promise<Reply>): Promise<Reply> => {
  for (;;) {
    const reply = await ask()
    if (reply.status !== 503) return reply
  }
}

describe('POST /api/v1/auth/refresh while a database is unavailable', () => {
  let now = Date.now()
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given), { clock: () => now })

  for (const which of ['redis', 'neo4j'] as const) {
    it(`answers 503 and the old token stays good: ${which}`, async () => {
      const { session } = await proxied.service.createUser()
      expect((await session.get('/user/usage')).status).to.equal(200)
      await proxied[which].cut()
      expect((await session.post('/auth/refresh')).status).to.equal(503)
      await proxied[which].resume()
      now += GRACE_MS + 1
      expect((await until(async () => session.get('/user/usage'))).status).to.equal(200)
      expect((await until(async () => session.post('/auth/refresh'))).status).to.equal(200)
      now += GRACE_MS
      expect((await until(async () => session.get('/user/usage'))).status).to.equal(401)
    })
  }
})

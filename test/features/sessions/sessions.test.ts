import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, BEHIND_PROXY, browser, clientFrom, PASSWORD, signIn } from '../../support/sign-in.ts'
import { until } from '../../support/until.ts'

const HOUR_MS = 60 * 60_000
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' }
const DROPPED = '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0'

describe('A session', () => {
  let now = Date.now()
  let one: TestService
  let two: TestService
  let user: TestUser
  before(async () => {
    const services = [1, 2].map(async () => startService({ env: BEHIND_PROXY, clock: () => now }))
    ;[one, two] = (await Promise.all(services)) as [TestService, TestService]
  })
  beforeEach(async () => {
    user = await one.createUser('pro', PASSWORD)
  })
  after(async () => Promise.all([one?.close(), two?.close()]))

  const newToken = async (userAgent = 'Test'): Promise<string> => {
    const { body } = await signIn(clientFrom(one).with({ 'User-Agent': userAgent }), user)
    return body.session_token as string
  }
  const everywhere = async (token: string): Promise<number[]> =>
    Promise.all([one, two].map(async (at) => (await bearer(clientFrom(at), token).get('/user/me')).status))
  const list = async (token: string) => {
    const { status, body } = await bearer(clientFrom(one), token).get('/user/sessions')
    expect(status).to.equal(200)
    return body as Record<string, unknown>[]
  }

  describe('GET /api/v1/user/sessions', () => {
    it('lists each sign-in once, oldest first, with the program and whether it is the own one', async () => {
      now += 60_000
      const signedInAt = now
      const token = await newToken('Browser/1.0')
      now += HOUR_MS - 1
      const { body } = await bearer(clientFrom(two), token).post('/auth/refresh')
      expect(await list(body.session_token)).to.deep.equal([
        {
          id: (await list(body.session_token))[0]?.['id'],
          user_agent: 'Browser/1.0',
          created_at: new Date(signedInAt).toISOString(),
          last_used_at: new Date(now).toISOString(),
          expires_at: new Date(now + HOUR_MS).toISOString(),
          current: true,
        },
      ])
      const other = await newToken()
      const sessions = await list(other)
      expect(sessions.map(({ current }) => current)).to.deep.equal([false, true])
      const byKey = await clientFrom(one).with({ 'X-API-Key': user.api_key }).get('/user/sessions')
      expect(byKey.body.map(({ current }: { current: boolean }) => current)).to.deep.equal([false, false])
    })

    it('shows no secret and nothing of anybody else', async () => {
      const stranger = await one.createUser()
      const text = JSON.stringify(await list(user.session_token))
      expect(text).not.to.contain('ses_')
      expect((await list(stranger.session_token)).map(({ id }) => id)).not.to.include(
        (await list(user.session_token))[0]?.['id'],
      )
    })

    it('tells when it was last used, to the minute', async () => {
      const token = await newToken()
      const usedAt = async () => (await list(token)).find(({ current }) => current)?.['last_used_at']
      await until('its use to be noted', async () => (await usedAt()) !== null)
      expect(await usedAt()).to.equal(new Date(now).toISOString())
    })
  })

  describe('POST /api/v1/auth/sign-out', () => {
    it('answers 204, ends all tokens of the session everywhere and removes the cookie', async () => {
      const token = await newToken()
      const { body } = await bearer(clientFrom(two), token).post('/auth/refresh')
      for (const each of [token, body.session_token]) expect(await everywhere(each)).to.deep.equal([200, 200])
      const reply = await bearer(clientFrom(one), body.session_token).post('/auth/sign-out')
      expect([reply.status, reply.body]).to.deep.equal([204, undefined])
      expect(reply.headers.get('set-cookie')).to.equal(DROPPED)
      for (const each of [token, body.session_token]) expect(await everywhere(each)).to.deep.equal([401, 401])
      expect(await everywhere(user.session_token)).to.deep.equal([200, 200])
    })

    it('goes by the cookie as well, and answers 403 to a key and 401 afterwards', async () => {
      const page = browser(clientFrom(one), await newToken(), SAME_ORIGIN)
      expect((await page.post('/auth/sign-out')).status).to.equal(204)
      expect((await page.post('/auth/sign-out')).status).to.equal(401)
      const key = clientFrom(one).with({ 'X-API-Key': user.api_key })
      expect((await key.post('/auth/sign-out')).status).to.equal(403)
    })
  })

  describe('DELETE /api/v1/user/sessions/:id', () => {
    it('answers 204 and ends another session with all its tokens everywhere', async () => {
      const token = await newToken()
      const { body } = await bearer(clientFrom(two), token).post('/auth/refresh')
      const { id } = (await list(token)).find(({ current }) => current) ?? {}
      expect(await everywhere(body.session_token)).to.deep.equal([200, 200])
      const reply = await bearer(clientFrom(one), user.session_token).delete(`/user/sessions/${String(id)}`)
      expect([reply.status, reply.body]).to.deep.equal([204, undefined])
      expect(reply.headers.has('set-cookie')).to.equal(false)
      for (const each of [token, body.session_token]) expect(await everywhere(each)).to.deep.equal([401, 401])
      const again = await bearer(clientFrom(one), user.session_token).delete(`/user/sessions/${String(id)}`)
      expect([again.status, again.body]).to.deep.equal([404, { error: 'Session not found' }])
    })

    it('ends the own session, too, and removes the cookie', async () => {
      const token = await newToken()
      const { id } = (await list(token)).find(({ current }) => current) ?? {}
      const reply = await bearer(clientFrom(one), token).delete(`/user/sessions/${String(id)}`)
      expect([reply.status, reply.headers.get('set-cookie')]).to.deep.equal([204, DROPPED])
      expect(await everywhere(token)).to.deep.equal([401, 401])
    })

    it('answers 404 for a session of somebody else, which goes on, and 403 to a key', async () => {
      const stranger = await one.createUser()
      const [{ id } = {}] = await list(stranger.session_token)
      const path = `/user/sessions/${String(id)}`
      expect((await bearer(clientFrom(one), user.session_token).delete(path)).status).to.equal(404)
      const key = clientFrom(one).with({ 'X-API-Key': stranger.api_key })
      expect((await key.delete(path)).status).to.equal(403)
      expect(await everywhere(stranger.session_token)).to.deep.equal([200, 200])
    })
  })

  describe('that is over', () => {
    let database: TestDatabase
    givenDatabase((given) => (database = given))

    it('is in no list, and is removed by the sweep with all its tokens', async () => {
      const token = await newToken()
      await bearer(clientFrom(one), token).post('/auth/refresh')
      const count = async () => {
        const [row] = await database.query(
          'MATCH (s:Session {userId: $id}) RETURN count(s) AS tokens, sum(toInteger(s.expiresAt > $now)) AS good',
          { id: user.user_id, now },
        )
        return row
      }
      expect(await count()).to.deep.equal({ tokens: 3, good: 3 })
      now += HOUR_MS
      const fresh = await newToken()
      expect(await list(fresh)).to.have.length(1)
      await one.application.sweep()
      expect(await count()).to.deep.equal({ tokens: 1, good: 1 })
      expect(await everywhere(fresh)).to.deep.equal([200, 200])
    })
  })
})

describe('Ending a session while Redis is unavailable', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))

  it('answers 503, the session goes on, and ends when Redis is back', async () => {
    const { session } = await proxied.service.createUser()
    const [{ id }] = (await session.get('/user/sessions')).body
    await proxied.redis.cut()
    for (const ending of [session.post('/auth/sign-out'), session.delete(`/user/sessions/${id}`)]) {
      const { status, headers } = await ending
      expect(status).to.equal(503)
      expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/)
    }
    expect((await session.get('/user/me')).status).to.equal(200)
    await proxied.redis.resume()
    while ((await session.post('/auth/sign-out')).status === 503);
    expect((await session.get('/user/me')).status).to.equal(401)
  })
})

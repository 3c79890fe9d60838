import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { WRONG_KEY } from '../../support/factories.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'

const METRICS_TOKEN = 'a-token-for-metrics'
const QUOTA = 4

async function remainingAfter(api: Client): Promise<string | null> {
  const reply = await api.get('/ideas')
  expect(reply.status).to.equal(200)
  expect(reply.headers.get('ratelimit-policy')).to.equal(`"daily";q=${QUOTA};w=86400`)
  return reply.headers.get('x-ratelimit-remaining')
}

describe('the service while Redis is unavailable', () => {
  let proxied: ProxiedService
  const env = { METRICS_TOKEN, FREE_PLAN_DAILY_QUOTA: String(QUOTA) }
  givenProxiedService((given) => (proxied = given), { env })
  afterEach(async () => backToRedis())

  const gauge = async (): Promise<string | undefined> => {
    const { service } = proxied
    const page = await service.anonymous
      .with({ Authorization: `Bearer ${METRICS_TOKEN}` })
      .get(`${service.url}/metrics`)
    return /^ideas_quota_in_memory (\d)$/m.exec(String(page.body))?.[1]
  }
  /** Asks as somebody of its own until the counts are in Redis again. */
  const backToRedis = async (): Promise<void> => {
    await proxied.redis.resume()
    const { api } = await proxied.service.createUser()
    do await api.get('/user/me')
    while ((await gauge()) !== '0')
  }
  for (const way of ['cut', 'hang'] as const) {
    it(`reads and writes on, counts in memory and says so: ${way}`, async () => {
      const { api } = await proxied.service.createUser('free')
      expect(await gauge()).to.equal('0')
      expect(await remainingAfter(api)).to.equal('3')
      await proxied.redis[way]()
      const created = await api.post('/ideas', { title: 'All the same' })
      expect(created.status).to.equal(201)
      expect(created.headers.get('x-ratelimit-remaining')).to.equal('3')
      expect(await gauge()).to.equal('1')
      for (const remaining of ['2', '1', '0']) expect(await remainingAfter(api)).to.equal(remaining)
      const refused = await api.get('/ideas')
      expect(refused.status).to.equal(429)
      expect(refused.headers.get('retry-after')).to.match(/^[1-9]\d*$/)
      await backToRedis()
      // A command that hung reached Redis late, and counted there too.
      expect(await remainingAfter(api)).to.equal(way === 'cut' ? '2' : '1')
    })
  }

  it('looks credentials up in Neo4j: a bad one is 401, a session counts too', async () => {
    const { session, api } = await proxied.service.createUser()
    await proxied.redis.cut()
    expect((await session.get('/user/me')).status).to.equal(200)
    const stranger = api.with({ 'X-API-Key': WRONG_KEY })
    expect((await stranger.get('/user/me')).status).to.equal(401)
  })

  it('does not promise to end a key: 503, the key goes on working, and ends when Redis is back', async () => {
    const { session, api } = await proxied.service.createUser()
    const [key] = (await session.get('/user/api-keys')).body
    await proxied.redis.cut()
    const refused = await session.delete(`/user/api-keys/${key.id}`)
    expect(refused.status).to.equal(503)
    expect(refused.headers.get('retry-after')).to.match(/^[1-9]\d*$/)
    expect((await api.get('/user/me')).status).to.equal(200)
    await backToRedis()
    expect((await api.get('/user/me')).status).to.equal(200)
    expect((await session.delete(`/user/api-keys/${key.id}`)).status).to.equal(204)
    expect((await api.get('/user/me')).status).to.equal(401)
  })

  it('does not promise a plan either', async () => {
    const user = await proxied.service.createUser('free')
    await proxied.redis.cut()
    const { accounts } = proxied.service.application
    const outcome = await accounts.setPlan(user.email, 'pro').catch((error: Error) => error.name)
    expect(outcome).to.equal('RedisUnavailable')
    await backToRedis()
    await accounts.setPlan(user.email, 'pro')
    expect((await user.api.get('/user/me')).headers.get('x-ratelimit-limit')).to.equal('10000')
  })
})

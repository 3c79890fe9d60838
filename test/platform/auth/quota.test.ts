import { expect } from 'chai'
import { WRONG_KEY } from '../../support/factories.ts'
import { givenService, type TestService, type TestUser } from '../../support/service.ts'

const DAY_MS = 86_400_000
const midnight = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

describe('The daily quota', () => {
  let service: TestService
  const noon = midnight(Date.now()) + DAY_MS / 2
  let now = noon
  let user: TestUser
  givenService((given) => (service = given), {
    env: { FREE_PLAN_DAILY_QUOTA: '3', PRO_PLAN_DAILY_QUOTA: '5' },
    clock: () => now,
  })
  beforeEach(async () => {
    now = noon
    user = await service.createUser('free')
  })
  const spend = async (count: number): Promise<void> => {
    for (let times = 0; times < count; times += 1) expect((await user.api.get('/ideas')).status).to.equal(200)
  }

  it('is told in the headers of every counted answer', async () => {
    const resetS = midnight(now) / 1000
    for (const [remaining, path, status] of [
      [2, '/ideas', 200],
      [1, '/ideas/abc', 404],
      [0, '/ideas?limit=0', 400],
      [0, '/ideas', 429],
    ] as const) {
      const reply = await user.api.get(path)
      expect(reply.status).to.equal(status)
      expect(Object.fromEntries(reply.headers)).to.include({
        'ratelimit-policy': '"daily";q=3;w=86400',
        ratelimit: `"daily";r=${remaining};t=43200`,
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(resetS),
      })
    }
  })

  it('lets exactly the limit through; beyond it the body is exactly as documented', async () => {
    await spend(3)
    const reply = await user.api.post('/ideas', { title: 'Too much' })
    expect([reply.status, reply.body]).to.deep.equal([429, { error: 'Rate limit exceeded' }])
    expect(reply.headers.get('retry-after')).to.equal('43200')
    expect((await user.api.get('/user/usage')).body).to.include({ used: 3, limit: 3, ideas: 0 })
  })

  it('rounds Retry-After up, so that nobody comes back too early', async () => {
    await spend(3)
    now += 1
    expect((await user.api.get('/ideas')).headers.get('retry-after')).to.equal('43200')
    now += 999
    expect((await user.api.get('/ideas')).headers.get('retry-after')).to.equal('43199')
  })

  it('is shared by all keys and sessions of the user, and by nobody else', async () => {
    await user.session.get('/ideas')
    const { body } = await user.session.post('/user/api-keys', {})
    const second = service.anonymous.with({ 'X-API-Key': body.key })
    expect((await second.get('/ideas')).headers.get('x-ratelimit-remaining')).to.equal('0')
    for (const caller of [user.api, user.session, second])
      expect((await caller.get('/ideas')).status).to.equal(429)
    const other = await service.createUser('free')
    expect((await other.api.get('/ideas')).status).to.equal(200)
  })

  it('is larger on the plan pro', async () => {
    user = await service.createUser('pro')
    await spend(5)
    const reply = await user.api.get('/ideas')
    expect([reply.status, reply.headers.get('x-ratelimit-limit')]).to.deep.equal([429, '5'])
  })

  it('is not spent by usage, health, the documents, unknown paths and wrong methods', async () => {
    for (const path of ['/user/usage', '/health', `${service.url}/openapi.json`, `${service.url}/docs`])
      expect((await user.api.get(path)).status).to.equal(200)
    expect((await user.api.get('/nowhere')).status).to.equal(404)
    expect((await user.api.send('PUT', '/ideas', {})).status).to.equal(405)
    expect((await user.api.get('/user/usage')).body.used).to.equal(0)
    await spend(3)
    for (const path of ['/user/usage', '/health']) expect((await user.api.get(path)).status).to.equal(200)
    expect((await user.api.get('/nowhere')).status).to.equal(404)
    expect((await user.api.send('PUT', '/ideas', {})).status).to.equal(405)
  })

  it('is not spent by a request without good credentials', async () => {
    await service.anonymous.get('/ideas')
    await service.anonymous.get('/ideas', { headers: { 'X-API-Key': WRONG_KEY } })
    expect((await user.api.get('/user/usage')).body.used).to.equal(0)
  })

  it('is spent by whatever else a request is answered', async () => {
    const { body } = await user.session.post('/user/api-keys', { scopes: ['ideas:read'] })
    const reader = service.anonymous.with({ 'X-API-Key': body.key })
    expect((await reader.post('/ideas', {})).status).to.equal(403)
    expect((await user.api.post('/ideas', undefined, { raw: '{' })).status).to.equal(400)
    expect((await user.api.get('/user/usage')).body.used).to.equal(3)
  })

  it('begins again with the next UTC day', async () => {
    await spend(3)
    now = midnight(now) - 1
    const last = await user.api.get('/ideas')
    expect([last.status, last.headers.get('retry-after')]).to.deep.equal([429, '1'])
    now += 1
    const first = await user.api.get('/ideas')
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).to.deep.equal([200, '2'])
    expect(first.headers.get('ratelimit')).to.equal('"daily";r=2;t=86400')
    expect(first.headers.get('x-ratelimit-reset')).to.equal(String(midnight(now) / 1000))
  })

  it('is counted at the end of a day that is over by the clock of Redis', async () => {
    now = midnight(Date.now()) - DAY_MS - 1
    await spend(3)
    expect((await user.api.get('/ideas')).status).to.equal(429)
  })

  it('follows a change of plan from the next request on', async () => {
    await spend(3)
    await service.application.accounts.setPlan(user.email, 'pro')
    const reply = await user.api.get('/ideas')
    expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).to.deep.equal([200, '1'])
    await service.application.accounts.setPlan(user.user_id, 'free')
    const back = await user.api.get('/ideas')
    expect([back.status, back.headers.get('x-ratelimit-remaining')]).to.deep.equal([429, '0'])
  })
})

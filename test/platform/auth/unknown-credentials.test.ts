import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { startService, testServers, type TestService } from '../../support/service.ts'
import { bearer, BEHIND_PROXY, freshAddress, clientFrom } from '../../support/sign-in.ts'

const randomKey = (): string => `svc_${randomBytes(32).toString('hex')}`

describe('Unknown credentials', () => {
  let service: TestService
  let redis: Redis
  before(async () => {
    service = await startService({ env: BEHIND_PROXY })
    redis = new Redis(testServers().redisUrl)
  })
  after(async () => {
    redis?.disconnect()
    await service?.close()
  })

  it('are looked up at most twenty times a second for one network; a known one and other networks do not wait', async () => {
    const address = freshAddress()
    const user = await service.createUser()
    const own = clientFrom(service, address).with({ 'X-API-Key': user.api_key })
    expect((await own.get('/ideas')).status).to.equal(200)
    const started = performance.now()
    const guesses = Array.from({ length: 200 }, async () =>
      clientFrom(service, address).with({ 'X-API-Key': randomKey() }).get('/ideas'),
    )
    // Its cached entry is gone, so that it is looked up again.
    for (const key of await redis.keys('ideas:credential:*')) await redis.del(key)
    expect((await own.get('/ideas')).status).to.equal(200)
    const other = await service.createUser()
    expect((await clientFrom(service).with({ 'X-API-Key': other.api_key }).get('/ideas')).status).to.equal(
      200,
    )
    const replies = await Promise.all(guesses)
    const statuses = replies.map(({ status }) => status)
    expect(new Set(statuses)).to.deep.equal(new Set([401, 429]))
    const seconds = (performance.now() - started) / 1000
    expect(statuses.filter((status) => status === 401).length).to.be.within(1, 20 * (seconds + 1))
    const refused = replies.find(({ status }) => status === 429)
    expect([refused?.body, refused?.headers.get('retry-after')]).to.deep.equal([
      { error: 'Rate limit exceeded' },
      '1',
    ])
  })

  it('are those, too, that were valid once', async () => {
    const address = freshAddress()
    const user = await service.createUser()
    const own = bearer(clientFrom(service, address), user.session_token)
    expect((await own.post('/auth/sign-out')).status).to.equal(204)
    // Redis forgets what was revoked, so that it is looked up.
    for (const key of await redis.keys('ideas:credential:*')) await redis.del(key)
    expect((await own.get('/ideas')).status).to.equal(401)
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await own.get('/ideas')).status),
    )
    expect(new Set(statuses)).to.deep.equal(new Set([401, 429]))
  })
})

import { expect } from 'chai'
import { Redis } from 'ioredis'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { newIdea } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { startService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { eventsOf, SPEC } from './specification.ts'

describe('A development that is repeated with its Idempotency-Key', () => {
  let providers: FakeProviders
  let service: TestService
  let replica: TestService
  let user: TestUser
  let idea: number
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    const env = { ...providers.env, BYOK_MASTER_KEY: newMasterKey() }
    service = await startService({ env })
    replica = await startService({ env })
  })
  beforeEach(async () => {
    user = await service.createUser('pro')
    idea = (await newIdea(user.api, { title: 'Offline mode' })).id
  })
  after(async () => {
    await service?.close()
    await replica?.close()
  })

  const develop = async (query = '', client = user.api) => client.post(`/ideas/${idea}/develop${query}`)

  it('is answered the same when the key for the provider is gone', async () => {
    await storeProviderKey(user, 'provider_a')
    const once = user.api.with({ 'Idempotency-Key': 'k' })
    const first = await develop('', once)
    await user.session.delete('/user/byok/provider_a')
    expect((await develop('', once)).body).to.deep.equal(first.body)
    expect((await develop()).status).to.equal(403)
  })

  it('is answered in a stream with the kept answer alone', async () => {
    await storeProviderKey(user, 'provider_a')
    const once = user.api.with({ 'Idempotency-Key': 's', Accept: 'text/event-stream' })
    const first = eventsOf((await develop('', once)).body)
    const asked = providers.requests.length
    expect(eventsOf((await develop('', once)).body)).to.deep.equal([first.at(-1)])
    expect(providers.requests.length).to.equal(asked)
  })

  it('asks again after a failure, which is not kept', async () => {
    await storeProviderKey(user, 'provider_a')
    const once = user.api.with({ 'Idempotency-Key': 'f' })
    providers.behave({ status: 429 })
    expect((await develop('', once)).status).to.equal(502)
    providers.behave('success')
    expect((await develop('', once)).status).to.equal(200)
  })

  it('is answered the same although the first could not give its claim back', async () => {
    await storeProviderKey(user, 'provider_a')
    const once = user.api.with({ 'Idempotency-Key': 'c' })
    const first = await develop('', once)
    const redis = new Redis(testServers().redisUrl)
    // The state left behind when Redis was unavailable at the end of the first one.
    const stale =
      (await keysOfClaims(redis, async () => develop('', once))).at(0) ?? expect.fail('no claim was taken')
    await redis.set(stale, 'gone', 'PX', 60_000)
    expect((await develop('', once)).body).to.deep.equal(first.body)
    await redis.del(stale)
    redis.disconnect()
  })

  it('is answered the same, and 409 while the first is under way, on whatever replica', async () => {
    await storeProviderKey(user, 'provider_a')
    const once = user.api.with({ 'Idempotency-Key': 'a' })
    const asked = providers.requests.length
    const first = await develop('', once)
    expect((await develop('', once)).body).to.deep.equal(first.body)
    expect(providers.requests.length - asked).to.equal(1)
    expect((await user.api.get(`/ideas/${idea}/specs`)).body).to.have.lengthOf(1)
    providers.behave('hang')
    const other = user.api.with({ 'Idempotency-Key': 'b' })
    const left = new AbortController()
    const hanging = other
      .post(`/ideas/${idea}/develop`, undefined, { signal: left.signal })
      .catch(() => undefined)
    await providers.asked(asked + 2)
    expect((await develop('', other)).status).to.equal(409)
    expect((await develop('', replica.anonymous.with(other.headers))).status).to.equal(409)
    const gone = providers.left()
    left.abort()
    await hanging
    await providers.abandoned(gone + 1)
    providers.behave('success')
    let again = await develop('', other)
    while (again.status === 409) again = await develop('', other)
    expect(again.status).to.equal(200)
  })
})

/** The claims that are taken while something is done. */
async function keysOfClaims(redis: Redis, work: () => Promise<unknown>): Promise<string[]> {
  const monitor = await redis.monitor()
  const seen: string[] = []
  monitor.on('monitor', (_: unknown, [command = '', key = '']: readonly string[]) => {
    if (command.toLowerCase() === 'set' && key.startsWith('ideas:claim:develop:')) seen.push(key)
  })
  await work()
  await redis.ping()
  monitor.disconnect()
  return seen
}

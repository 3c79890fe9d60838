import { expect } from 'chai'
import { Redis } from 'ioredis'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { newIdea } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { startProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { testServers } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { SPEC } from './specification.ts'

describe('A reader who leaves before a provider is asked', () => {
  let providers: FakeProviders
  let proxied: ProxiedService
  const redis = new Redis(testServers().redisUrl, { lazyConnect: true })
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    proxied = await startProxiedService({ env: { ...providers.env, BYOK_MASTER_KEY: newMasterKey() } })
  })
  after(async () => {
    redis.disconnect()
    await proxied?.close()
  })

  const claims = async () => redis.keys('ideas:claim:develop:*')

  for (const accept of ['application/json', 'text/event-stream']) {
    it(`leaves nothing behind that keeps the same request from being sent again: ${accept}`, async () => {
      const { api, session } = await proxied.service.createUser()
      const { id } = await newIdea(api)
      await storeProviderKey({ session }, 'provider_a')
      const asked = providers.requests.length
      const once = api.with({ 'Idempotency-Key': 'once', Accept: accept })
      const leaving = new AbortController()
      proxied.neo4j.hang()
      const left = once
        .post(`/ideas/${id}/develop`, undefined, { signal: leaving.signal })
        .catch(() => undefined)
      // It has come as far as the database, which does not answer yet.
      await until('the request is claimed', async () => (await claims()).length > 0)
      leaving.abort()
      await left
      await proxied.neo4j.resume()
      await until('the claim is given back', async () => (await claims()).length === 0)
      const again = await once.post(`/ideas/${id}/develop`)
      expect(again.status, JSON.stringify(again.body)).to.equal(200)
      expect(providers.requests.length - asked).to.equal(1)
    })
  }
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { newMasterKey } from '../../src/byok/cipher.ts'
import { newIdea } from '../support/factories.ts'
import type { FakeProviders } from '../support/fake-providers.ts'
import { bring, givenProviders } from '../support/given-providers.ts'
import { startProxiedService, type ProxiedService } from '../support/proxied-service.ts'
import { SPEC } from './specification.ts'

describe('A reader who leaves before a provider is asked', function () {
  this.timeout(60_000)
  let providers: FakeProviders
  let proxied: ProxiedService
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    proxied = await startProxiedService({ env: { ...providers.env, BYOK_MASTER_KEY: newMasterKey() } })
  })
  after(async () => {
    await proxied?.close()
  })

  for (const accept of ['application/json', 'text/event-stream']) {
    it(`leaves nothing behind that keeps the same request from being sent again: ${accept}`, async () => {
      const { api, session } = await proxied.service.createUser()
      const { id } = await newIdea(api)
      await bring({ session }, 'provider_a')
      const asked = providers.requests.length
      const once = api.with({ 'Idempotency-Key': 'once', Accept: accept })
      const leaving = new AbortController()
      proxied.neo4j.hang()
      const left = once
        .post(`/ideas/${id}/develop`, undefined, { signal: leaving.signal })
        .catch(() => undefined)
      // Long enough to come as far as the database, which does not answer yet.
      await sleep(300)
      leaving.abort()
      await left
      await sleep(100)
      await proxied.neo4j.resume()
      await sleep(500)
      const again = await once.post(`/ideas/${id}/develop`)
      expect(again.status, JSON.stringify(again.body)).to.equal(200)
      expect(providers.requests.length - asked).to.equal(1)
    })
  }
})

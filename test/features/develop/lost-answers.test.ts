import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { startProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { SPEC } from './specification.ts'

describe('A specification whose connection to the database breaks', () => {
  let providers: FakeProviders
  let proxied: ProxiedService
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    proxied = await startProxiedService({ env: providers.env })
  })
  after(async () => {
    await proxied?.close()
  })

  for (const lose of ['answer', 'request'] as const) {
    const when = lose === 'answer' ? 'the answer to its COMMIT is lost' : 'its COMMIT never arrives'
    it(`is asked for, paid and kept once when ${when}, also under its Idempotency-Key`, async () => {
      const user = await proxied.service.createUser()
      await storeProviderKey(user, 'provider_a')
      const { id } = await newIdea(user.api)
      const asked = providers.requests.length
      const once = user.api.with({ 'Idempotency-Key': 'k' })
      const broken = proxied.neo4j.arm({ on: 'COMMIT', lose })
      const first = await once.post(`/ideas/${id}/develop`)
      await broken
      expect(first.status, JSON.stringify(first.body)).to.equal(200)
      const again = await once.post(`/ideas/${id}/develop`)
      expect([again.status, again.body]).to.deep.equal([200, first.body])
      expect(providers.requests.length - asked).to.equal(1)
      expect((await user.api.get(`/ideas/${id}/specs`)).body).to.have.lengthOf(1)
    })

    it(`has a provider key that is kept and forgotten once when ${when}`, async () => {
      const { session } = await proxied.service.createUser()
      await session.get('/user/me')
      const saving = proxied.neo4j.arm({ on: 'ProviderKey', lose })
      const saved = await session.send('PUT', '/user/byok/provider_b', { api_key: 'key' })
      await saving
      expect(saved.status).to.equal(200)
      expect((await session.get('/user/byok/status')).body.provider_b).to.equal(true)
      const removing = proxied.neo4j.arm({ on: 'ProviderKey', lose })
      expect((await session.delete('/user/byok/provider_b')).status).to.equal(204)
      await removing
      expect((await session.get('/user/byok/status')).body.provider_b).to.equal(false)
    })
  }
})

import { expect } from 'chai'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { newIdea } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { startService, type TestService } from '../../support/service.ts'
import { SPEC } from '../develop/specification.ts'
import { connect, ERAS } from './connecting.ts'
import { newToken } from './tokens.ts'

describe('The tool develop', () => {
  let providers: FakeProviders
  let service: TestService
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    service = await startService({ env: { ...providers.env, BYOK_MASTER_KEY: newMasterKey() } })
  })
  after(async () => service?.close())

  for (const era of ERAS) {
    it(`answers the specification and tells a ${era} client how far it is`, async () => {
      const user = await service.createUser('pro')
      const { id } = await newIdea(user.api)
      const assistant = await connect(service.url, await newToken(user), era)
      try {
        const lost = await assistant.call('develop', { id })
        expect(lost.result).to.deep.include({ error: 'provider_key_missing' })
        await storeProviderKey(user, 'provider_a')
        const progress: number[] = []
        const { structuredContent } = await assistant.client.callTool(
          { name: 'develop', arguments: { id } },
          { onprogress: ({ progress: done }) => progress.push(done) },
        )
        expect(structuredContent).to.deep.include({ spec: SPEC, provider: 'provider_a' })
        expect(progress).not.to.have.length(0)
        expect(progress).to.deep.equal(progress.toSorted((a, b) => a - b))
      } finally {
        await assistant.close()
      }
    })
  }
})

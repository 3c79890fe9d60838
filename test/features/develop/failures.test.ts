import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { logLines } from '../../support/log-lines.ts'
import { breakEvery, startProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import type { TestUser } from '../../support/service.ts'
import { SPEC } from './specification.ts'
import { ProviderName } from '../../../src/platform/llm/schema.ts'

const PROVIDERS = ProviderName.options
const EVENTS = { Accept: 'text/event-stream' }
/** What the SDKs would take for their own. */
const STRANGE = {
  ANTHROPIC_CUSTOM_HEADERS: 'x-api-key: another\nAuthorization: Bearer another',
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  OPENAI_CUSTOM_HEADERS: 'Authorization: Bearer another',
  OPENAI_ORG_ID: 'another',
  GOOGLE_API_KEY: 'another',
  GEMINI_API_KEY: 'another',
  GOOGLE_GENAI_API_VERSION: 'v0',
}

describe('What goes wrong around a provider', () => {
  const { log, text } = logLines()
  let providers: FakeProviders
  let proxied: ProxiedService
  let user: TestUser
  let idea: number
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    proxied = await startProxiedService({ env: providers.env, log })
  })
  beforeEach(async () => {
    user = await proxied.service.createUser()
    idea = (await newIdea(user.api, { title: 'Offline mode' })).id
  })
  after(async () => {
    await proxied?.close()
  })

  for (const provider of PROVIDERS) {
    it(`is told as what it is where ${provider} says it in the middle of a stream, in the wanted form, and logged`, async () => {
      await storeProviderKey(user, provider)
      providers.behave('limited-midway')
      const logged = text().length
      const client = user.api.with({ ...EVENTS, Prefer: 'error-format=object' })
      const { body } = await client.post(`/ideas/${idea}/develop`)
      const [, data = ''] = /event: error\ndata: (.*)\n/.exec(body) ?? []
      expect(JSON.parse(data).error).to.include({ code: 'provider_rate_limited' })
      expect(text().slice(logged)).to.include('provider_rate_limited')
    })

    it(`does not come from the operator's environment: ${provider}`, async () => {
      await storeProviderKey(user, provider)
      const ask = async () => {
        const asked = providers.requests.length
        expect((await user.session.post(`/user/byok/${provider}/test`)).body.valid).to.equal(true)
        expect((await user.api.post(`/ideas/${idea}/develop`)).status).to.equal(200)
        return providers.requests.slice(asked).map(({ path, headers }) => ({ path, headers }))
      }
      const usual = await ask()
      Object.assign(process.env, STRANGE)
      try {
        expect(await ask()).to.deep.equal(usual)
        expect(process.env).to.include(STRANGE)
      } finally {
        for (const name of Object.keys(STRANGE)) delete process.env[name]
      }
    })

    it(`is paid once where the answer of ${provider} is too long`, async () => {
      await storeProviderKey(user, provider)
      providers.behave('cut-off')
      const asked = providers.requests.length
      expect((await user.api.post(`/ideas/${idea}/develop`)).status).to.equal(502)
      expect(providers.requests.length - asked).to.equal(1)
    })

    it(`says nothing of the key where a proxy before ${provider} refuses`, async () => {
      await storeProviderKey(user, provider)
      providers.behave('forbidden-page')
      const tested = await user.session.post(`/user/byok/${provider}/test`)
      expect([tested.status, tested.body]).to.deep.equal([
        502,
        { error: 'The provider answered with an error' },
      ])
      expect((await user.api.post(`/ideas/${idea}/develop`)).status).to.equal(502)
    })
  }

  it('does not cost a specification that is paid: it is given though it cannot be kept', async () => {
    await storeProviderKey(user, 'provider_a')
    const breaking = new AbortController()
    const broken = breakEvery('COMMIT', proxied, breaking.signal)
    const { status, body } = await user.api.post(`/ideas/${idea}/develop`)
    breaking.abort()
    expect([status, body.spec]).to.deep.equal([200, SPEC])
    expect(text()).to.include('could not be stored')
    await broken
    expect((await user.api.get(`/ideas/${idea}/specs`)).body).to.deep.equal([])
  })
})

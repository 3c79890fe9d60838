import { expect } from 'chai'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { givenProviders } from '../../support/given-providers.ts'
import { logLines } from '../../support/log-lines.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { ProviderName } from '../../../src/platform/llm/schema.ts'

const PROVIDERS = ProviderName.options
const SECRET = 'sk-nobody-may-see-this-0123456789'

describe('Keys that users bring', () => {
  const { log, text } = logLines()
  let providers: FakeProviders
  let service: TestService
  let user: TestUser
  givenProviders((given) => (providers = given))
  before(async () => {
    service = await startService({ env: { ...providers.env, BYOK_MASTER_KEY: newMasterKey() }, log })
  })
  beforeEach(async () => {
    user = await service.createUser('pro')
  })
  after(async () => {
    await service?.close()
  })

  const save = async (provider: string, api_key = SECRET) =>
    user.session.send('PUT', `/user/byok/${provider}`, { api_key })

  for (const provider of PROVIDERS) {
    it(`are kept for ${provider}, tested and forgotten`, async () => {
      const none = { provider_a: false, provider_b: false, provider_c: false }
      expect((await user.api.get('/user/byok/status')).body).to.deep.equal(none)
      const saved = await save(provider)
      expect([saved.status, saved.body]).to.deep.equal([200, { provider, saved: true }])
      expect((await user.api.get('/user/byok/status')).body).to.deep.equal({ ...none, [provider]: true })
      expect((await user.api.get('/user/me')).body[`has_${provider}_key`]).to.equal(true)
      const asked = providers.requests.length
      const tested = await user.session.post(`/user/byok/${provider}/test`)
      expect([tested.status, tested.body]).to.deep.equal([200, { provider, valid: true }])
      const request = providers.requests[asked]
      expect([request?.provider, request?.method]).to.deep.equal([provider, 'GET'])
      const { headers } = request ?? expect.fail('not asked')
      const sent = headers['x-api-key'] ?? headers.authorization ?? headers['x-goog-api-key']
      expect(sent).to.include(SECRET)
      expect((await user.session.delete(`/user/byok/${provider}`)).status).to.equal(204)
      expect((await user.session.delete(`/user/byok/${provider}`)).status).to.equal(204)
      expect((await user.session.post(`/user/byok/${provider}/test`)).status).to.equal(404)
      expect((await user.api.get('/user/byok/status')).body).to.deep.equal(none)
    })

    it(`are not valid when ${provider} says so`, async () => {
      await save(provider)
      providers.behave('bad-key')
      const { status, body } = await user.session.post(`/user/byok/${provider}/test`)
      expect([status, body]).to.deep.equal([200, { provider, valid: false }])
    })

    for (const behaviour of [{ status: 429 }, { status: 500 }, 'malformed'] as const) {
      it(`cannot be told when ${provider} fails: ${JSON.stringify(behaviour)}`, async () => {
        await save(provider)
        providers.behave(behaviour)
        const { status, body } = await user.session.post(`/user/byok/${provider}/test`)
        expect(status).to.equal(502)
        expect(body.error).to.match(/^The provider /)
        expect(JSON.stringify(body)).not.to.include(SECRET)
      })
    }
  }

  for (const error of [
    'Unauthorized',
    { message: 'No auth.', code: 401 },
    { message: 'No.', type: 'Unauthorized' },
  ]) {
    it(`are not good where a server like OpenAI says so in its own way: ${JSON.stringify(error)}`, async () => {
      await save('provider_b')
      providers.behave({ status: 401, body: { error } })
      const { status, body } = await user.session.post('/user/byok/provider_b/test')
      expect([status, body.valid]).to.deep.equal([200, false])
    })
  }

  it('are replaced by another one for the same provider', async () => {
    for (const key of ['first', 'second']) expect((await save('provider_a', key)).status).to.equal(200)
    expect((await user.session.post('/user/byok/provider_a/test')).status).to.equal(200)
    expect(Object.values(providers.requests.at(-1)?.headers ?? {}).join()).to.include('second')
  })

  it('are refused when they cannot be keys, and for unknown providers', async () => {
    for (const api_key of ['', ' ', 'two words', 'ü', 7, null, undefined]) {
      const { status, body } = await user.session.send('PUT', '/user/byok/provider_a', { api_key })
      expect([status, body.details?.[0]?.path], String(api_key)).to.deep.equal([400, 'api_key'])
    }
    for (const [method, path] of [
      ['PUT', '/user/byok/provider_d'],
      ['DELETE', '/user/byok/openai'],
      ['POST', '/user/byok/PROVIDER_A/test'],
    ] as const) {
      const { status, body } = await user.session.send(method, path, { api_key: 'key' })
      expect([status, body.code, body.details?.[0]?.path], path).to.deep.equal([
        400,
        'validation_error',
        'provider',
      ])
    }
    const { body } = await user.session.send('PUT', '/user/byok/provider_d', { api_key: '' })
    expect(body.details.map(({ path }: { path: string }) => path)).to.have.members(['api_key', 'provider'])
  })

  it('are the business of a session', async () => {
    expect((await user.api.send('PUT', '/user/byok/provider_a', { api_key: 'k' })).status).to.equal(403)
    expect((await user.api.delete('/user/byok/provider_a')).status).to.equal(403)
    expect((await user.api.post('/user/byok/provider_a/test')).status).to.equal(403)
  })

  it('are nobody else’s', async () => {
    await save('provider_a')
    const other = await service.createUser()
    expect((await other.api.get('/user/byok/status')).body.provider_a).to.equal(false)
    expect((await other.session.post('/user/byok/provider_a/test')).status).to.equal(404)
    await other.session.delete('/user/byok/provider_a')
    expect((await user.api.get('/user/byok/status')).body.provider_a).to.equal(true)
  })

  it('are in no answer, log or export', async () => {
    for (const provider of PROVIDERS) await save(provider)
    providers.behave({ status: 500 })
    const answers = [
      await user.session.post('/user/byok/provider_b/test'),
      await user.api.get('/user/byok/status'),
      await user.api.get('/user/me'),
      await user.api.post('/user/export'),
    ]
    expect(JSON.stringify(answers.map(({ body }) => body))).not.to.include(SECRET)
    expect(text()).not.to.include(SECRET)
  })
})

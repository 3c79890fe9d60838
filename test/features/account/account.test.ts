import { expect } from 'chai'
import { newCredentials } from '../../../src/features/account/accounts.ts'
import { newIdea, newIdeaIds, TIMESTAMP } from '../../support/factories.ts'
import { sharedService, type TestService } from '../../support/service.ts'

let service: TestService
const prepare = async (): Promise<void> => {
  service = await sharedService()
}

describe('An account', () => {
  before(prepare)

  it('that is created again with the same credentials, after a response that was lost, is the same one', async () => {
    const { accounts } = service.application
    const credentials = newCredentials()
    const user = { email: `again-${Date.now()}@example.org`, plan: 'pro' } as const
    const [first, again] = [
      await accounts.create(user, credentials),
      await accounts.create(user, credentials),
    ]
    expect(again).to.deep.equal(first)
    const { status, body } = await service.anonymous.with({ 'X-API-Key': again.api_key }).get('/user/me')
    expect([status, body.email]).to.deep.equal([200, user.email])
  })
})

describe('GET /api/v1/user/me', () => {
  before(prepare)

  for (const plan of ['free', 'pro'] as const) {
    it(`answers the user of the plan ${plan} with every documented field`, async () => {
      const user = await service.createUser(plan)
      const { status, body } = await user.api.get('/user/me')
      expect(status).to.equal(200)
      expect(body.created_at).to.match(TIMESTAMP)
      expect(body).to.deep.equal({
        id: user.user_id,
        email: user.email,
        display_name: user.email.split('@')[0],
        avatar_url: '',
        plan,
        settings_json: {},
        has_provider_a_key: false,
        has_provider_b_key: false,
        has_provider_c_key: false,
        has_code_host_sync: false,
        created_at: body.created_at,
        updated_at: body.created_at,
      })
      expect((await user.session.get('/user/me')).body).to.deep.equal(body)
    })
  }
})

describe('GET /api/v1/user/usage', () => {
  before(prepare)

  it('answers plan, limit, used, reset, idea cap, ideas and the bytes of attachments', async () => {
    const user = await service.createUser('free')
    const [first] = await newIdeaIds(user.api, 3)
    await user.api.delete(`/ideas/${first}`)
    const { status, headers, body } = await user.api.get('/user/usage')
    expect(status).to.equal(200)
    expect(body).to.deep.equal({
      plan: 'free',
      limit: 100,
      used: 4,
      reset: body.reset,
      idea_cap: 100,
      ideas: 2,
      attachment_bytes: 0,
      attachment_bytes_limit: 536_870_912,
    })
    expect(body.reset).to.match(/T00:00:00\.000Z$/)
    expect(Date.parse(body.reset) - Date.now()).to.be.within(0, 86_400_000)
    for (const name of ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit'])
      expect(headers.get(name), name).to.equal(null)
  })

  it('has no idea cap on the plan pro', async () => {
    const user = await service.createUser('pro')
    await newIdea(user.api)
    expect((await user.api.get('/user/usage')).body).to.include({
      plan: 'pro',
      limit: 10_000,
      used: 1,
      idea_cap: null,
      ideas: 1,
    })
  })

  it('does not count itself', async () => {
    const { api } = await service.createUser('free')
    for (let times = 0; times < 3; times += 1) expect((await api.get('/user/usage')).body.used).to.equal(0)
  })
})

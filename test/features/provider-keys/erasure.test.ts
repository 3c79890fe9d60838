import { expect } from 'chai'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { ideas } from '../../cli/run-cli.ts'
import { done, merge, unmerge } from '../merges/merging.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { PASSWORD } from '../../support/sign-in.ts'
import { ProviderName } from '../../../src/platform/llm/schema.ts'
import { SPEC } from '../develop/specification.ts'

describe('What users brought, and what was made of it,', () => {
  let now = Date.now()
  let providers: FakeProviders
  let service: TestService
  let replica: TestService
  let database: TestDatabase
  let user: TestUser
  givenDatabase((given) => (database = given))
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    const env = { ...providers.env, BYOK_MASTER_KEY: newMasterKey() }
    service = await startService({ env, clock: () => now })
    replica = await startService({ env, clock: () => now })
  })
  beforeEach(async () => {
    now += 1_000
    user = await service.createUser()
    await storeProviderKey(user, ProviderName.options)
  })
  after(async () => {
    await service?.close()
    await replica?.close()
  })

  const developed = async (title: string): Promise<number> => {
    const { id } = await newIdea(user.api, { title })
    expect((await user.api.post(`/ideas/${id}/develop`)).status).to.equal(200)
    return id
  }
  const specsOf = async (id: number) => {
    const { status, body } = await user.api.get(`/ideas/${id}/specs`)
    return status === 200 ? body.length : status
  }
  const kept = async (label: string): Promise<number> => {
    const rows = await database.query('MATCH (n {userId: $id}) WHERE $label IN labels(n) RETURN n', {
      id: user.user_id,
      label,
    })
    return rows.length
  }
  const tokenOf = async (at: TestService) => {
    const { body } = await user.session.post('/user/mcp-tokens', {})
    return at.anonymous.with({ Authorization: `Bearer ${body.key}` })
  }

  for (const [way, remove] of [
    [
      'by their owner',
      async () => {
        await user.session.post('/user/password', { new_password: PASSWORD })
        const { status } = await user.session.send('DELETE', '/user/me', { password: PASSWORD })
        expect(status).to.equal(204)
      },
    ],
    [
      'by the operator',
      async () => {
        const { code, stderr } = await ideas(['admin', 'delete-user', user.email, '--yes'])
        expect([code, stderr]).to.deep.equal([0, ''])
      },
    ],
  ] as const) {
    it(`goes with the account that is deleted ${way}, tokens at once and everywhere`, async () => {
      await developed('Offline mode')
      const tokens = [await tokenOf(service), await tokenOf(replica)]
      for (const token of tokens) expect((await token.get('/ideas')).status).to.equal(200)
      const labels = ['ProviderKey', 'McpToken', 'Specification']
      const before = []
      for (const label of labels) before.push(await kept(label))
      expect(before).to.deep.equal([3, 2, 1])
      await remove()
      for (const token of tokens) expect((await token.get('/ideas')).status).to.equal(401)
      for (const label of labels) expect(await kept(label), label).to.equal(0)
    })
  }

  it('is left alone when the account of another one is deleted', async () => {
    const idea = await developed('Offline mode')
    const other = await service.createUser()
    await service.application.accounts.remove(other.email)
    expect(await specsOf(idea)).to.equal(1)
    expect((await user.api.get('/user/byok/status')).body.provider_c).to.equal(true)
  })

  it('goes with the idea that it is about, and with no other', async () => {
    const [gone, stays] = [await developed('Gone'), await developed('Stays')]
    expect((await user.api.delete(`/ideas/${gone}`)).status).to.equal(200)
    expect(await specsOf(gone)).to.equal(404)
    expect(await specsOf(stays)).to.equal(1)
    expect(await kept('Specification')).to.equal(1)
  })

  it('stays with an idea that is merged into another, and is back when that is undone', async () => {
    const [survivor, absorbed] = [await developed('Survivor'), await developed('Absorbed')]
    await user.api.post(`/ideas/${absorbed}/develop`)
    await done(merge(user.api, survivor, absorbed))
    expect(await specsOf(survivor)).to.equal(1)
    expect(await specsOf(absorbed)).to.equal(404)
    await done(unmerge(user.api, survivor, absorbed))
    expect([await specsOf(survivor), await specsOf(absorbed)]).to.deep.equal([1, 2])
    await done(merge(user.api, survivor, absorbed))
    await user.api.delete(`/ideas/${absorbed}`)
    await user.api.delete(`/ideas/${survivor}`)
    expect(await kept('Specification')).to.equal(0)
  })

  it('keeps the newest twenty specifications of an idea', async () => {
    const idea = await developed('Often')
    const models: string[] = []
    for (let turn = 0; turn < 22; turn += 1) {
      now += 1_000
      providers.say(`${SPEC}\n\nTurn ${turn}`)
      await user.api.post(`/ideas/${idea}/develop`)
    }
    providers.say(SPEC)
    const { body } = await user.api.get(`/ideas/${idea}/specs`)
    for (const { spec } of body) models.push(spec.split('Turn ')[1])
    expect(models).to.deep.equal(Array.from({ length: 20 }, (_, at) => String(21 - at)))
    expect(await kept('Specification')).to.equal(20)
  })

  it('ends with a token that expires, on every replica, and is swept', async () => {
    const expires_at = new Date(now + 60_000).toISOString()
    const { body } = await user.session.post('/user/mcp-tokens', { expires_at })
    await user.session.post('/user/mcp-tokens', {})
    const tokens = [service, replica].map(({ anonymous }) =>
      anonymous.with({ Authorization: `Bearer ${body.key}` }),
    )
    for (const token of tokens) expect((await token.get('/ideas')).status).to.equal(200)
    now += 59_000
    for (const token of tokens) expect((await token.get('/ideas')).status).to.equal(200)
    now += 1_001
    for (const token of tokens) expect((await token.get('/ideas')).status).to.equal(401)
    await service.application.sweep()
    expect(await kept('McpToken')).to.equal(1)
  })
})

import { expect } from 'chai'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { HEADINGS } from '../../../src/features/develop/prompt.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { logLines } from '../../support/log-lines.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { saidTo } from './hub.ts'
import { eventsOf, SPEC } from './specification.ts'
import { ProviderName } from '../../../src/platform/llm/schema.ts'

const PROVIDERS = ProviderName.options
const SECRET = 'sk-nobody-may-see-this-0123456789'

describe('POST /api/v1/ideas/:id/develop', () => {
  const { log, text } = logLines()
  let providers: FakeProviders
  let service: TestService
  let user: TestUser
  let idea: number
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    service = await startService({ env: { ...providers.env, BYOK_MASTER_KEY: newMasterKey() }, log })
  })
  beforeEach(async () => {
    user = await service.createUser('pro')
    idea = (await newIdea(user.api, { title: 'Offline mode', body: 'In the train.', tags: ['travel'] })).id
  })
  after(async () => {
    await service?.close()
  })

  const develop = async (query = '', client = user.api) => client.post(`/ideas/${idea}/develop${query}`)

  for (const provider of PROVIDERS) {
    it(`answers what ${provider} wrote, and keeps it`, async () => {
      await storeProviderKey(user, provider, SECRET)
      const { status, body } = await develop()
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(body).to.deep.include({
        spec: SPEC,
        provider,
        usage: { input_tokens: 11, output_tokens: 22 },
      })
      const [kept, ...others] = (await user.api.get(`/ideas/${idea}/specs`)).body
      expect(others).to.deep.equal([])
      expect(kept).to.deep.include(body)
    })

    it(`tells what goes wrong with ${provider} without a word of it`, async () => {
      await storeProviderKey(user, provider, SECRET)
      const expected = [
        ['bad-key', 403],
        [{ status: 429 }, 502],
        [{ status: 500 }, 502],
        ['malformed', 502],
        ['cut-off', 502],
        ['refusal', 502],
      ] as const
      for (const [behaviour, wanted] of expected) {
        providers.behave(behaviour)
        const { status, body } = await develop()
        expect([status, Object.keys(body)], JSON.stringify(behaviour)).to.deep.equal([wanted, ['error']])
        expect(JSON.stringify(body)).not.to.include(SECRET).and.not.to.include('train')
      }
      expect((await user.api.get(`/ideas/${idea}/specs`)).body).to.deep.equal([])
      expect(text()).not.to.include(SECRET)
    })

    it(`streams what ${provider} writes`, async () => {
      await storeProviderKey(user, provider, SECRET)
      const reply = await develop('', user.api.with({ Accept: 'text/event-stream' }))
      expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([
        200,
        'text/event-stream; charset=utf-8',
      ])
      const events = eventsOf(reply.body)
      const pieces = events.filter(({ name }) => name === 'text')
      expect(pieces.length).to.be.above(2)
      expect(pieces.map(({ data }) => data.text).join('')).to.equal(SPEC)
      expect(events.at(-1)?.name).to.equal('done')
      expect(events.at(-1)?.data).to.deep.include({ spec: SPEC, provider })
      providers.behave({ status: 500 })
      const failed = eventsOf((await develop('', user.api.with({ Accept: 'text/event-stream' }))).body)
      expect(failed.map(({ name }) => name)).to.deep.equal(['error'])
    })
  }

  it('asks the first provider that there is a key for, or the one that is named', async () => {
    await storeProviderKey(user, ['provider_b', 'provider_c'], SECRET)
    expect((await develop()).body.provider).to.equal('provider_b')
    expect((await develop('?provider=provider_c')).body.provider).to.equal('provider_c')
    expect((await develop('?provider=provider_a')).status).to.equal(403)
    expect((await develop('?provider=openai')).status).to.equal(400)
  })

  it('tells the provider the idea, its tags, links and neighbours, as data', async () => {
    await storeProviderKey(user, 'provider_a', SECRET)
    const parent = (await newIdea(user.api, { title: 'Travel app', body: 'x'.repeat(5_000) })).id
    const blocker = (await newIdea(user.api, { title: 'Local storage' })).id
    await newRelation(user.api, parent, 'parent', idea)
    await newRelation(user.api, blocker, 'blocks', idea)
    await user.api.post(`/ideas/${idea}/links`, { url: 'https://example.org/offline', title: 'How' })
    const asked = providers.requests.length
    await develop()
    const { system, messages } = JSON.parse(providers.requests[asked]?.body ?? '{}')
    for (const heading of HEADINGS) expect(system).to.include(`## ${heading}\n`)
    const content = JSON.parse(messages[0].content)
    expect(content.idea).to.deep.include({ title: 'Offline mode', body: 'In the train.', tags: ['travel'] })
    expect(content.links).to.deep.equal([{ url: 'https://example.org/offline', title: 'How' }])
    expect(content.blocked_by.map(({ title }: { title: string }) => title)).to.deep.equal(['Local storage'])
    expect(content.parents[0].title).to.equal('Travel app')
    expect(content.parents[0].body.length).to.be.below(700)
  })

  it('tells of each neighbour what it is to the idea, and no ids', async () => {
    await storeProviderKey(user, 'provider_a', SECRET)
    const [ways, roles] = [['parent', 'blocks', 'supersedes', 'related', 'inspires', 'duplicate'], new Map()]
    const add = (role: string, title: string, note: string | null) =>
      roles.set(role, [
        ...(roles.get(role) ?? []),
        { title, status: 'captured', body: '', ...(note && { note }) },
      ])
    const named = {
      parent: ['children', 'parents'],
      blocks: ['blocks', 'blocked_by'],
      supersedes: ['supersedes', 'superseded_by'],
    } as Readonly<Record<string, readonly [string, string]>>
    for (const way of ways) {
      const [asSource, asTarget] = named[way] ?? ['related', 'related']
      const [to, from] = [
        await newIdea(user.api, { title: `${way} to` }),
        await newIdea(user.api, { title: `${way} from` }),
      ]
      await newRelation(user.api, idea, way, to.id)
      const back = await newRelation(user.api, from.id, way, idea)
      expect((await user.api.patch(`/map/relations/${back}`, { note: `Note of ${way}` })).status).to.equal(
        200,
      )
      add(asSource, `${way} to`, null)
      add(asTarget, `${way} from`, `Note of ${way}`)
    }
    const asked = providers.requests.length
    await develop()
    const {
      idea: _,
      links: __,
      ...around
    } = JSON.parse(saidTo(providers.requests[asked] ?? expect.fail()).content)
    expect(Object.keys(around)).to.have.members([...roles.keys()])
    for (const [role, neighbours] of roles) expect(around[role], role).to.have.deep.members(neighbours)
  })

  it('asks once more for what is no specification, and then gives up', async () => {
    await storeProviderKey(user, 'provider_a', SECRET)
    providers.say('Sure! Here it is.')
    const asked = providers.requests.length
    expect((await develop()).status).to.equal(502)
    expect(providers.requests.length - asked).to.equal(2)
    providers.say(`\`\`\`markdown\n${SPEC}\n\`\`\``)
    expect((await develop()).body.spec).to.equal(SPEC)
  })

  it('is 404 for an unknown idea before it is 403 without a key', async () => {
    expect((await user.api.post(`/ideas/${UNKNOWN_ID}/develop`)).status).to.equal(404)
    const { status, body } = await develop()
    expect([status, body.error]).to.deep.equal([
      403,
      'Add a key for a provider first (PUT /user/byok/:provider)',
    ])
  })

  it('is 403 when the stored key cannot be opened, until it is saved again', async () => {
    await storeProviderKey(user, 'provider_a', SECRET)
    const damage = { userId: user.user_id }
    await database.query('MATCH (k:ProviderKey) WHERE k.userId = $userId SET k.masterKeyId = "gone"', damage)
    const asked = providers.requests.length
    for (const { status, body } of [await develop(), await user.session.post('/user/byok/provider_a/test')]) {
      expect(status).to.equal(403)
      expect(body.error).to.equal('Your key for this provider can no longer be read: save it again')
    }
    expect(providers.requests.length).to.equal(asked)
    await storeProviderKey(user, 'provider_a', SECRET)
    expect((await develop()).status).to.equal(200)
  })

  it('changes nothing else: not the idea, and no export', async () => {
    await storeProviderKey(user, 'provider_a', SECRET)
    const look = async () => {
      const { exported_at: _, ...exported } = (await user.api.post('/user/export')).body
      return [(await user.api.get(`/ideas/${idea}`)).body, exported]
    }
    const before = await look()
    expect((await develop()).status).to.equal(200)
    expect(await look()).to.deep.equal(before)
  })
})

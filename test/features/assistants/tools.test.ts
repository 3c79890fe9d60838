import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea, newIdeaIds, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { sharedService, type TestUser } from '../../support/service.ts'
import { importLines } from '../imports/import-client.ts'
import { done } from '../merges/merging.ts'
import { connect, ERAS, type Assistant } from './connecting.ts'
import { newToken } from './tokens.ts'

const NAMES = [
  'capture',
  'get',
  'update',
  'search',
  'list',
  'relate',
  'neighbourhood',
  'why_related',
  'insights',
  'duplicates',
  'resolve_duplicate',
  'develop',
]
const READING = ['get', 'search', 'list', 'neighbourhood', 'why_related', 'insights', 'duplicates']

for (const era of ERAS) {
  describe(`The tools of assistants, for a ${era} client`, () => {
    let user: TestUser
    let api: Client
    let assistant: Assistant
    const connected: Assistant[] = []
    const as = async (scopes?: string[]): Promise<Assistant> => {
      const one = await connect(api.origin, await newToken(user, scopes && { scopes }), era)
      connected.push(one)
      return one
    }
    beforeEach(async () => {
      user = await (await sharedService()).createUser('pro')
      api = user.api
      assistant = await as()
    })
    afterEach(async () => Promise.all(connected.splice(0).map(async (one) => one.close())))

    const revision = async () => (await api.get('/map')).headers.get('etag')

    it('are twelve in a stable order, described with schemas without references', async () => {
      const { tools } = await assistant.client.listTools()
      expect(tools.map(({ name }) => name)).to.deep.equal(NAMES)
      expect(JSON.stringify(tools)).not.to.include('$ref')
      expect(JSON.stringify(tools).length, 'what a model has to read').to.be.below(32_000)
      for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
        expect(inputSchema.type, name).to.equal('object')
        expect(outputSchema?.type, name).to.equal('object')
        for (const schema of [inputSchema, outputSchema]) {
          expect(Object.keys(schema?.properties ?? {}), name).to.include.members(
            (schema?.required ?? []) as string[],
          )
        }
        expect(annotations?.readOnlyHint, name).to.equal(READING.includes(name))
        expect(description, name).to.include('never instructions')
      }
      const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint)
      expect(destructive.map(({ name }) => name)).to.deep.equal(['update', 'relate', 'resolve_duplicate'])
    })

    it('are only the reading ones for a token that may only read', async () => {
      const { tools } = await (await as(['ideas:read'])).client.listTools()
      expect(tools.map(({ name }) => name)).to.deep.equal(READING)
    })

    it('capture, get and change an idea, as the API shows it', async () => {
      const { result } = await assistant.call('capture', { title: 'Offline mode', tags: ['travel'] })
      expect((await api.get(`/ideas/${result.id}`)).body).to.deep.include({
        title: 'Offline mode',
        tags: ['travel'],
        source: 'api',
      })
      const changed = await assistant.call('update', {
        id: result.id,
        body: 'In the train.',
        add_tags: ['later'],
        version: result.version,
      })
      expect(changed.result).to.deep.include({ body: 'In the train.', tags: ['travel', 'later'] })
      const got = await assistant.call('get', { id: result.id })
      expect(got.result).to.deep.equal(changed.result)
      const stale = await assistant.call('update', { id: result.id, title: 'x', version: result.version })
      expect([stale.isError, stale.result.error]).to.deep.equal([true, 'precondition_failed'])
    })

    it('say which idea is equal, which relation exists, which idea it was merged into, and which field is wrong', async () => {
      const [one, other] = [await newIdea(api, { title: 'Twice' }), await newIdea(api)]
      const equal = await assistant.call('capture', { title: 'Twice' })
      expect(equal.result).to.deep.include({ error: 'idea_exists', duplicate_of_id: one.id })
      expect(equal.result.next).to.be.a('string')
      const forced = await assistant.call('capture', { title: 'Twice', even_if_equal: true })
      expect(forced.isError).to.equal(false)

      const args = { source_id: one.id, target_id: other.id, relation_type: 'related' }
      const { relation } = (await assistant.call('relate', args)).result
      const again = await assistant.call('relate', args)
      expect(again.result).to.deep.include({ error: 'relation_exists', relation_id: relation.id })
      expect(
        (await assistant.call('relate', { action: 'unrelate', relation_id: relation.id })).result,
      ).to.deep.equal({
        removed: relation.id,
      })

      await api.post(`/ideas/${one.id}/merge`, { absorb_id: other.id })
      const gone = await assistant.call('get', { id: other.id })
      expect(gone.result).to.deep.include({ error: 'idea_not_found', merged_into: one.id })
      expect((await assistant.call('get', { id: UNKNOWN_ID })).result.error).to.equal('idea_not_found')

      for (const [name, wrong, field] of [
        ['capture', { title: '' }, 'title'],
        ['capture', {}, 'title'],
        ['relate', { source_id: one.id }, 'target_id'],
        ['relate', { source_id: one.id, target_id: one.id, relation_type: 'related' }, 'target_id'],
        ['search', { q: 'x', limit: 51 }, 'limit'],
        // What it does not have would seem to be obeyed.
        ['list', { tag: 'garden' }, 'tag'],
        ['capture', { title: 'A', description: 'Text' }, 'description'],
        ['neighbourhood', { id: one.id, depth: 6 }, 'depth'],
        ['resolve_duplicate', { action: 'merge', pair_id: 1 }, 'confirm'],
        ['duplicates', { survivor_id: 1 }, 'survivor_id'],
        ['duplicates', { survivor_id: one.id, absorbed_id: one.id }, 'absorbed_id'],
      ] as const) {
        const { result, isError } = await assistant.call(name, wrong)
        expect([isError, result.error, result.details?.[0].path], name).to.deep.equal([
          true,
          'validation_error',
          field,
        ])
      }
    })

    it('tell the path of a cycle that they refuse', async () => {
      const [a, b, c] = [await newIdea(api), await newIdea(api), await newIdea(api)]
      await newRelation(api, a.id, 'blocks', b.id)
      await newRelation(api, b.id, 'blocks', c.id)
      const args = { source_id: c.id, target_id: a.id, relation_type: 'blocks' }
      const { isError, result } = await assistant.call('relate', args)
      expect(isError).to.equal(true)
      expect(result).to.deep.include({ error: 'relation_cycle', cycle: [c.id, a.id, b.id, c.id] })
    })

    it('change nothing when a call is repeated with its key', async () => {
      const args = { title: 'Once', idempotency_key: 'k' }
      const first = await assistant.call('capture', args)
      expect((await assistant.call('capture', args)).result).to.deep.equal(first.result)
      expect((await api.get('/ideas')).body).to.have.length(1)
      const other = await assistant.call('capture', { ...args, title: 'Another' })
      expect(other.result.error).to.equal('idempotency_key_reused')
    })

    it('answer the same when a removal is repeated with its key', async () => {
      const [source, target] = await newIdeaIds(api, 2)
      const made = await assistant.call('relate', { source_id: source, target_id: target })
      const args = { action: 'unrelate', relation_id: made.result.relation.id, idempotency_key: 'k' }
      const first = await assistant.call('relate', args)
      expect(first).to.deep.equal({ result: { removed: args.relation_id }, isError: false })
      expect(await assistant.call('relate', args)).to.deep.equal(first)
    })

    it('show the first 200 characters of a body, none of them in half', async () => {
      await newIdea(api, { body: `${'x'.repeat(199)}😀y` })
      const { ideas } = (await assistant.call('list', { limit: 1 })).result
      expect(ideas[0].excerpt).to.equal(`${'x'.repeat(199)}😀`)
    })

    it('page through ideas, tags and findings', async () => {
      for (const title of ['Red apple', 'Green apple', 'Blue apple'])
        await newIdea(api, { title, tags: ['fruit', title] })
      const first = (await assistant.call('list', { limit: 2 })).result
      expect(first.ideas.map(({ title }: { title: string }) => title)).to.deep.equal([
        'Blue apple',
        'Green apple',
      ])
      expect([first.total, first.next_offset]).to.deep.equal([3, 2])
      const second = (await assistant.call('list', { limit: 2, offset: 2 })).result
      expect([second.ideas.length, second.next_offset]).to.deep.equal([1, null])
      const tags = (await assistant.call('list', { what: 'tags', limit: 3 })).result
      expect([tags.total, tags.tags[0].name, tags.next_offset]).to.deep.equal([4, 'Blue apple', 3])
      const filtered = (await assistant.call('list', { what: 'tags', tags: ['fruit'] })).result
      expect([filtered.error, filtered.details[0].path]).to.deep.equal(['validation_error', 'what'])
      const counts = (await assistant.call('list', { what: 'counts', tags: ['fruit'] })).result
      expect([counts.total, counts.by_status.captured, counts.by_status.shipped]).to.deep.equal([3, 3, 0])
      const query = { q: 'apple', mode: 'keyword', tags: ['fruit'] }
      for (const [page, count, next] of [
        [{ limit: 2 }, 2, 2],
        [{ limit: 2, offset: 2 }, 1, null],
        [{ limit: 3 }, 3, null],
      ] as const) {
        const found = (await assistant.call('search', { ...query, ...page })).result
        expect([found.results.length, found.next_offset, found.mode]).to.deep.equal([count, next, 'keyword'])
      }
    })

    it('show what surrounds an idea, how two hang together, and the shape of the graph', async () => {
      const [a, b, c] = [await newIdea(api), await newIdea(api), await newIdea(api, { title: 'Far' })]
      await newRelation(api, a.id, 'blocks', b.id)
      await newRelation(api, c.id, 'inspires', b.id)
      const { nodes, edges } = (await assistant.call('neighbourhood', { id: a.id, depth: 2 })).result
      expect([nodes.length, edges.length]).to.deep.equal([3, 2])
      const near = (await assistant.call('neighbourhood', { id: a.id, types: ['inspires'] })).result
      expect(near.nodes.map(({ id }: { id: number }) => id)).to.deep.equal([a.id])
      const { steps, length } = (await assistant.call('why_related', { from: a.id, to: c.id })).result
      expect(length).to.equal(2)
      expect(steps).to.deep.equal([
        `${JSON.stringify(a.title)} (${a.id}) blocks ${JSON.stringify(b.title)} (${b.id})`,
        `"Far" (${c.id}) inspires ${JSON.stringify(b.title)} (${b.id})`,
      ])
      const insights = (await assistant.call('insights')).result
      expect(insights.hubs.items[0].id).to.equal(b.id)
    })

    it('stay short where the graph is large', async () => {
      const { id } = await newIdea(api)
      const lines = [
        ...Array.from({ length: 150 }, (_, index) => ({ id: index + 1, title: `Chain ${index}` })),
        ...Array.from({ length: 149 }, (_, index) => ({
          type: 'relation',
          source_idea_id: index + 1,
          target_idea_id: index + 2,
          relation_type: 'blocks',
        })),
      ]
      await done(importLines(api, lines))
      const chain = (await api.get('/ideas?sort=created_at&limit=100&offset=51')).body
      const [first, last] = [(await api.get('/ideas?sort=created_at&limit=2')).body[1].id, chain.at(-1).id]
      const { length, path, steps } = (await assistant.call('why_related', { from: first, to: last })).result
      expect([length, path.length, steps.length]).to.deep.equal([149, 100, 100])
      const around = (await assistant.call('neighbourhood', { id: first, depth: 5, limit: 3 })).result
      expect([around.nodes.length, around.edges_total, around.truncated]).to.deep.equal([3, 2, true])
      const none = (await assistant.call('why_related', { from: id, to: first })).result
      expect(none).to.deep.equal({ length: null, path: null, steps: [] })
    })

    it('cannot be made to write by an argument when they are reading ones', async () => {
      const [a, b] = [await newIdea(api, { tags: ['t'] }), await newIdea(api)]
      const before = await revision()
      const writing = {
        preview: false,
        force: true,
        action: 'merge',
        confirm: 'x',
        title: 'changed',
        body: { absorb_id: b.id },
        method: 'DELETE',
      }
      for (const [name, args] of [
        ['get', { id: a.id }],
        ['search', { q: 'idea', mode: 'keyword' }],
        ['list', { what: 'tags' }],
        ['neighbourhood', { id: a.id }],
        ['why_related', { from: a.id, to: b.id }],
        ['insights', {}],
        ['duplicates', { survivor_id: a.id, absorbed_id: b.id }],
      ] as const) {
        const { result } = await assistant.call(name, { ...writing, ...args })
        expect(result.error, name).to.equal('validation_error')
        const { isError } = await assistant.call(name, args)
        expect(isError, name).to.equal(false)
      }
      expect(await revision()).to.equal(before)
    })

    it('are refused by name when there is no such tool', async () => {
      const refused = await assistant.client
        .callTool({ name: 'delete_everything' })
        .catch((error: unknown) => error)
      expect(String(refused)).to.include('Unknown tool')
    })

    it('do not show ideas of somebody else', async () => {
      const stranger = await (await sharedService()).createUser('pro')
      const { id } = await newIdea(stranger.api, { title: 'Secret plan' })
      expect((await assistant.call('get', { id })).result.error).to.equal('idea_not_found')
      expect((await assistant.call('list')).result.total).to.equal(0)
      const read = await assistant.client
        .readResource({ uri: `idea://${id}` })
        .catch((error: unknown) => error)
      expect(String(read)).to.include('not found')
    })
  })
}

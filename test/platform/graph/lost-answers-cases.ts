import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'

/**
 * What one user has before a write: two ideas, a link, a tag and a relation from the first idea to the second; an idea that
 * was merged into the first.
 */
export type Ground = Readonly<{
  a: number
  b: number
  link: number
  tag: number
  relation: number
  absorbed: number
}>

/** A write, its own result, and what must be true of the graph afterwards. */
export type Write = Readonly<{
  name: string
  /** What else it needs. */
  ready?(api: Client, ground: Ground): Promise<Ground>
  call(api: Client, ground: Ground): Promise<Reply>
  status: number
  /** A part of the statement, where it is a transaction of its own. */
  statement?: string
  check(api: Client, ground: Ground, reply: Reply): Promise<void>
}>

/** Makes the ground under a new user. */
export async function prepare(api: Client): Promise<Ground> {
  const { id: a } = await newIdea(api, { title: 'A', tags: ['first'] })
  const { id: b } = await newIdea(api, { title: 'B', tags: ['first'] })
  const link = (await api.post(`/ideas/${a}/links`, { url: 'https://example.org/1' })).body.id
  const { id: absorbed } = await newIdea(api, { title: 'Absorbed' })
  await api.post(`/ideas/${a}/merge`, { absorb_id: absorbed })
  const relation = { source_idea_id: a, target_idea_id: b, relation_type: 'blocks', note: 'before' }
  return {
    a,
    b,
    link,
    absorbed,
    tag: (await api.get('/tags')).body[0].id,
    relation: (await api.post('/map/relations', relation)).body.id,
  }
}

/** Every write of the interface that goes through the ledger. */
export const WRITES: readonly Write[] = [
  {
    name: 'changing the account',
    call: (api) => api.patch('/user/me', { display_name: 'Ada', settings_json: { a: 1 } }),
    status: 200,
    async check(api, _, { body }) {
      expect(body).to.deep.include({ display_name: 'Ada', settings_json: { a: 1 } })
      expect((await api.get('/user/me')).body).to.deep.equal(body)
    },
  },
  {
    name: 'creating an idea with new tags and a parent',
    call: (api, { a }) => api.post('/ideas', { title: 'C', tags: ['second', 'third'], parent_id: a }),
    status: 201,
    async check(api, { a }, { body }) {
      expect(body).to.include({ title: 'C', parent_id: a, processing: true })
      expect((await api.get('/ideas')).body.map((idea: { id: number }) => idea.id)).to.have.length(3)
      expect((await api.get(`/ideas/${body.id}`)).body).to.deep.equal(body)
      expect((await api.get('/tags')).body).to.have.length(3)
    },
  },
  {
    name: 'creating an idea that was checked for an equal one',
    statement: 'CREATE (i:Idea',
    call: (api) => api.post('/ideas', { title: 'Only once', body: 'Only once' }),
    status: 201,
    async check(api, _, { body }) {
      const again = await api.post('/ideas', { title: 'only  ONCE', body: 'only once' })
      expect(again.status).to.equal(409)
      expect(again.body.duplicate_of_id).to.equal(body.id)
    },
  },
  {
    name: 'putting a tag on many ideas',
    call: (api, { a, b }) => api.post('/tags/bulk', { action: 'add', tag: 'bulk', idea_ids: [a, b] }),
    status: 200,
    async check(api, { a }, { body }) {
      expect(body).to.deep.equal({ tag: 'bulk', changed: 2 })
      expect((await api.get(`/ideas/${a}`)).body.tags).to.deep.equal(['first', 'bulk'])
      expect((await api.get('/tags')).body).to.have.length(2)
    },
  },
  {
    name: 'changing an idea',
    statement: 'SET i +=',
    call: (api, { a }) => api.patch(`/ideas/${a}`, { title: 'A2', status: 'shipped', add_tags: ['second'] }),
    status: 200,
    async check(api, { a }, { body }) {
      expect(body).to.deep.include({ title: 'A2', status: 'shipped', tags: ['first', 'second'] })
      expect((await api.get(`/ideas/${a}`)).body).to.deep.equal(body)
    },
  },
  {
    name: 'changing the title of an idea',
    statement: 'SET i +=',
    call: (api, { a }) => api.patch(`/ideas/${a}`, { title: 'A2' }),
    status: 200,
    async check(api, { a }, { body }) {
      expect(body).to.deep.include({ title: 'A2', tags: ['first'], processing: true })
      expect((await api.get(`/ideas/${a}`)).body).to.deep.equal(body)
    },
  },
  {
    name: 'changing the status of an idea',
    statement: 'SET i +=',
    call: (api, { a }) => api.patch(`/ideas/${a}`, { status: 'shelved', source_url: null }),
    status: 200,
    async check(api, { a }, { body }) {
      expect(body).to.deep.include({ status: 'shelved', source_url: null, processing: true })
      expect((await api.get(`/ideas/${a}`)).body).to.deep.equal(body)
    },
  },
  {
    name: 'replacing the tags of an idea',
    statement: 'SET i.awaitsTags',
    call: (api, { a }) => api.patch(`/ideas/${a}`, { tags: ['second', 'third'] }),
    status: 200,
    async check(api, { a }, { body }) {
      expect(body.tags).to.deep.equal(['second', 'third'])
      expect((await api.get(`/ideas/${a}`)).body).to.deep.equal(body)
      expect((await api.get('/tags')).body).to.have.length(3)
    },
  },
  {
    name: 'giving an idea a parent',
    call: (api, { a, b }) => api.patch(`/ideas/${b}`, { parent_id: a }),
    status: 200,
    async check(api, { a, b }, { body }) {
      expect(body.parent_id).to.equal(a)
      const { incoming } = (await api.get(`/ideas/${b}/relations`)).body
      expect(incoming.map((edge: { relation_type: string }) => edge.relation_type)).to.have.members([
        'blocks',
        'parent',
      ])
    },
  },
  {
    name: 'deleting an idea',
    statement: 'DETACH DELETE i',
    call: (api, { a }) => api.delete(`/ideas/${a}`),
    status: 200,
    async check(api, { b }, { body }) {
      expect(body).to.deep.equal({ success: true })
      const list = await api.get('/ideas')
      expect(list.body.map((idea: { id: number }) => idea.id)).to.deep.equal([b])
      expect(list.headers.get('x-total-count')).to.equal('1')
    },
  },
  {
    name: 'creating a tag',
    statement: 'CREATE (:Tag ',
    call: (api) => api.post('/tags', { name: 'second', color: '#102030' }),
    status: 201,
    async check(api, _, { body }) {
      expect(
        (await api.get('/tags')).body.filter((tag: { name: string }) => tag.name === 'second'),
      ).to.deep.equal([body])
    },
  },
  {
    name: 'renaming a tag that is addressed by its name',
    statement: 'SET t.name',
    call: (api) => api.patch('/tags/first', { name: 'renamed' }),
    status: 200,
    async check(api, { tag }, { body }) {
      expect(body).to.include({ id: tag, name: 'renamed', idea_count: 2 })
      expect((await api.get('/tags')).body).to.deep.equal([body])
    },
  },
  {
    name: 'renaming a tag that is addressed by its id to a name of digits',
    statement: 'SET t.name',
    call: (api, { tag }) => api.patch(`/tags/${tag}`, { name: '2026' }),
    status: 200,
    check: async (_, { tag }, { body }) => void expect(body).to.include({ id: tag, name: '2026' }),
  },
  {
    name: 'deleting a tag',
    statement: 'DETACH DELETE t',
    call: (api, { tag }) => api.delete(`/tags/${tag}`),
    status: 204,
    check: async (api, { a }) => void expect((await api.get(`/ideas/${a}`)).body.tags).to.deep.equal([]),
  },
  {
    name: 'adding a link',
    statement: 'CREATE (i)-[:HAS_LINK]',
    call: (api, { a }) => api.post(`/ideas/${a}/links`, { url: 'https://example.org/2', title: 'Two' }),
    status: 201,
    check: async (api, { a }, { body }) =>
      void expect((await api.get(`/ideas/${a}/links`)).body.slice(1)).to.deep.equal([body]),
  },
  {
    name: 'deleting a link',
    statement: 'DETACH DELETE k',
    call: (api, { a, link }) => api.delete(`/ideas/${a}/links/${link}`),
    status: 204,
    check: async (api, { a }) => void expect((await api.get(`/ideas/${a}/links`)).body).to.deep.equal([]),
  },
  {
    name: 'creating a relation',
    statement: 'r:SUPERSEDES',
    call: (api, { a, b }) =>
      api.post('/map/relations', { source_idea_id: a, target_idea_id: b, relation_type: 'supersedes' }),
    status: 201,
    check: async (api, { a }, { body }) =>
      void expect((await api.get(`/ideas/${a}/relations`)).body.outgoing.slice(1)).to.deep.equal([body]),
  },
  {
    name: 'changing the type of a relation',
    call: (api, { relation }) =>
      api.patch(`/map/relations/${relation}`, { relation_type: 'parent', note: 'after' }),
    status: 200,
    async check(api, { a, relation }, { body }) {
      expect(body).to.include({ id: relation, relation_type: 'parent', note: 'after' })
      expect((await api.get(`/ideas/${a}/relations`)).body.outgoing).to.deep.equal([body])
    },
  },
  {
    name: 'changing the note of a relation',
    statement: 'SET r.note',
    call: (api, { relation }) => api.patch(`/map/relations/${relation}`, { note: null }),
    status: 200,
    check: async (_, { relation }, { body }) =>
      void expect(body).to.include({ id: relation, relation_type: 'blocks', note: null }),
  },
  {
    name: 'deleting a relation',
    statement: 'AS isDuplicate',
    call: (api, { relation }) => api.delete(`/map/relations/${relation}`),
    status: 204,
    check: async (api) => void expect((await api.get('/map')).body.edges).to.deep.equal([]),
  },
  {
    name: 'merging an idea into another',
    call: (api, { a, b }) => api.post(`/ideas/${a}/merge`, { absorb_id: b }),
    status: 200,
    async check(api, { a, b }, { body }) {
      expect(body).to.deep.include({ id: a, body: '## Absorbed\n\n---\n\n## B', relations: [] })
      expect((await api.get(`/ideas/${a}`)).body).to.deep.equal(body)
      expect((await api.get(`/ideas/${b}`)).body.merged_into).to.equal(a)
      expect((await api.get('/user/usage')).body.ideas).to.equal(1)
    },
  },
  {
    name: 'dismissing a pair of possible duplicates',
    ready: importPair,
    call: (api, { link: pair }) => api.post(`/ideas/duplicates/${pair}/dismiss`),
    status: 200,
    async check(api, _ground, { body }) {
      expect(body).to.deep.equal({ success: true })
      expect((await api.get('/ideas/duplicates')).body.duplicates).to.deep.equal([])
      expect((await api.post('/user/export')).body.duplicates[0].status).to.equal('dismissed')
    },
  },
  {
    name: 'merging a pair of possible duplicates',
    ready: importPair,
    call: (api, { link: pair }) => api.post(`/ideas/duplicates/${pair}/merge`),
    status: 200,
    async check(api, { a, b }, { body }) {
      expect(body).to.deep.equal({ success: true })
      expect((await api.get(`/ideas/${b}`)).body.merged_into).to.equal(a)
      expect((await api.get(`/ideas/${a}`)).body.body).to.equal('## Imported 2')
    },
  },
  {
    name: 'undoing a merge',
    call: (api, { a, absorbed }) => api.post(`/ideas/${a}/unmerge`, { absorbed_id: absorbed }),
    status: 200,
    async check(api, { a, absorbed }, { body }) {
      expect(body).to.deep.include({ preview: false, not_restored: [] })
      expect((await api.get(`/ideas/${absorbed}`)).body).to.deep.equal(body.idea)
      expect((await api.get(`/ideas/${a}`)).body).to.deep.equal(body.survivor)
      expect((await api.get('/user/usage')).body.ideas).to.equal(3)
    },
  },
]

/** Everything that a write needs, under a new user. */
export async function prepareFor({ ready }: Write, api: Client): Promise<Ground> {
  const ground = await prepare(api)
  return ready === undefined ? ground : ready(api, ground)
}

/** Brings two ideas that may be duplicates; `link` is the id of the pair. */
async function importPair(api: Client, ground: Ground): Promise<Ground> {
  const pair = { idea_id: 2, duplicate_of_id: 1, similarity_score: 0.9, status: 'pending' }
  const ideas = [1, 2].map((id) => ({ id, title: `Imported ${id}` }))
  await api.post('/user/import', { ideas, duplicates: [pair] })
  const { duplicates } = (await api.post('/user/export')).body
  return { ...ground, a: duplicates[0].duplicate_of_id, b: duplicates[0].idea_id, link: duplicates[0].id }
}

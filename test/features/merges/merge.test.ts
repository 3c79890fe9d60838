import { expect } from 'chai'
import { newIdea, newIdeaIds, newRelation } from '../../support/factories.ts'
import type { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'
import { addLink, addRelation, done, merge, unmerge } from './merging.ts'

type Edge = { id: number; source_idea_id: number; target_idea_id: number; relation_type: string }

const triple = ({ source_idea_id: source, target_idea_id: target, relation_type: type }: Edge): unknown[] => [
  source,
  type,
  target,
]

describe('POST /api/v1/ideas/:id/merge', () => {
  let api: Client
  let database: TestDatabase
  let [a, b] = [0, 0]
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    ;({ api } = await newUser())
    ;[a = 0, b = 0] = await newIdeaIds(api, 2)
  })

  it('answers the merged idea as get does: its own title and status, both bodies', async () => {
    const other = {
      title: 'Absorbed',
      body: 'Theirs',
      status: 'shipped',
      source_url: 'https://example.org/b',
    }
    await api.patch(`/ideas/${a}`, { title: 'Kept', body: 'Mine', status: 'building' })
    await api.patch(`/ideas/${b}`, other)
    const before = (await api.get(`/ideas/${a}`)).body
    const reply = await merge(api, a, b)
    expect(reply.body).to.deep.include({
      id: a,
      title: 'Kept',
      status: 'building',
      source_url: null,
      body: 'Mine\n\n---\n\n## Absorbed\n\nTheirs',
      processing: true,
      created_at: before.created_at,
    })
    expect(reply.body.updated_at > before.updated_at).to.equal(true)
    const after = await api.get(`/ideas/${a}`)
    expect([reply.status, reply.body]).to.deep.equal([200, after.body])
    expect(reply.headers.get('etag')).to.equal(after.headers.get('etag'))
  })

  it('answers the oldest parent as parent_id, also where the absorbed idea brings it, until it is back', async () => {
    const [older = 0, own = 0] = await newIdeaIds(api, 2)
    await newRelation(api, older, 'parent', b)
    const kept = await newRelation(api, own, 'parent', a)
    const merged = await done(merge(api, a, b))
    expect(merged.parent_id).to.equal(older)
    expect(merged.relations.map(({ id }: { id: number }) => id)).to.include(kept)
    const { idea, survivor } = await done(unmerge(api, a, b))
    expect([idea.parent_id, survivor.parent_id]).to.deep.equal([older, own])
  })

  it('needs no rule where there is no body', async () => {
    await api.patch(`/ideas/${b}`, { title: 'Absorbed' })
    expect((await done(merge(api, a, b))).body).to.equal('## Absorbed')
    const { id } = await newIdea(api, { title: 'Second', body: 'Text' })
    expect((await done(merge(api, a, id))).body).to.equal('## Absorbed\n\n---\n\n## Second\n\nText')
  })

  it('unites the tags: its own first, then those of the other that are new', async () => {
    await api.patch(`/ideas/${a}`, { tags: ['one', 'two'] })
    await api.patch(`/ideas/${b}`, { tags: ['three', 'TWO', 'four'] })
    expect((await done(merge(api, a, b))).tags).to.deep.equal(['one', 'two', 'three', 'four'])
    const counts = (await api.get('/tags')).body.map((tag: { idea_count: number }) => tag.idea_count)
    expect(counts).to.deep.equal([1, 1, 1, 1])
  })

  it('moves the links with their ids, equal URLs once; a missing title is taken over', async () => {
    const own = await addLink(api, a, 'https://example.org')
    const titled = await addLink(api, a, 'https://example.org/t', 'Mine')
    await addLink(api, b, 'https://EXAMPLE.org/', 'Theirs')
    await addLink(api, b, 'https://example.org/t', 'Theirs')
    const moved = await addLink(api, b, 'https://example.org/b', 'Moved')
    await addLink(api, b, 'https://example.org/b', 'Twice')
    const merged = await done(merge(api, a, b))
    expect(merged.links).to.deep.equal([{ ...own, title: 'Theirs' }, titled, moved])
    expect((await api.get(`/ideas/${a}/links`)).body).to.deep.equal(merged.links)
  })

  it('moves the relations with ids, notes and times; those between the two are dropped', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    const moved = await addRelation(api, b, 'blocks', x, 'n')
    const incoming = await addRelation(api, y, 'inspires', b)
    const own = await addRelation(api, a, 'related', x)
    await newRelation(api, a, 'blocks', b)
    await newRelation(api, b, 'related', a)
    await newRelation(api, a, 'duplicate', b)
    const { relations } = await done(merge(api, a, b))
    expect(relations).to.deep.equal([
      { ...moved, source_idea_id: a },
      { ...incoming, target_idea_id: a },
      own,
    ])
    const edges = (await api.get('/map')).body.edges.map(({ id }: Edge) => id)
    expect(edges).to.have.members(relations.map(({ id }: Edge) => id))
  })

  it('keeps of equal relations its own with id and note; a missing note is taken over', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    const bare = await addRelation(api, a, 'blocks', x, null)
    const kept = await addRelation(api, y, 'inspires', a, 'mine')
    await addRelation(api, b, 'blocks', x, 'theirs')
    await addRelation(api, y, 'inspires', b, 'theirs')
    const back = await addRelation(api, b, 'inspires', y, null)
    expect((await done(merge(api, a, b))).relations).to.deep.equal([
      { ...bare, note: 'theirs' },
      kept,
      { ...back, source_idea_id: a },
    ])
  })

  it('gives children and parents a new end: parent_id follows', async () => {
    const { id: child } = await newIdea(api, { parent_id: b })
    const [parent = 0] = await newIdeaIds(api, 1)
    await api.patch(`/ideas/${b}`, { parent_id: parent })
    expect((await done(merge(api, a, b))).parent_id).to.equal(parent)
    expect((await api.get(`/ideas/${child}`)).body.parent_id).to.equal(a)
  })

  it('drops that the one was the parent of the other', async () => {
    const [grandparent = 0] = await newIdeaIds(api, 1)
    await api.patch(`/ideas/${a}`, { parent_id: b })
    await api.patch(`/ideas/${b}`, { parent_id: grandparent })
    const merged = await done(merge(api, a, b))
    expect(merged.parent_id).to.equal(grandparent)
    expect(merged.relations.map(triple)).to.deep.equal([[grandparent, 'parent', a]])
  })

  it('archives the other idea: it is in no list, search, map or tag count', async () => {
    await api.patch(`/ideas/${b}`, { title: 'Zanzibar', tags: ['gone'] })
    await done(merge(api, a, b))
    for (const path of ['/ideas?limit=100', '/ideas?limit=100&sort=title', '/ideas?tag=gone']) {
      const { body, headers } = await api.get(path)
      const ids = body.map(({ id }: { id: number }) => id)
      expect(ids, path).to.deep.equal([a])
      expect(headers.get('x-total-count')).to.equal('1')
    }
    expect((await api.get('/user/usage')).body.ideas).to.equal(1)
    const { results } = (await api.get('/ideas/search?mode=keyword&q=Zanzibar')).body
    expect(results.map(({ id }: { id: number }) => id)).to.deep.equal([a])
    const nodes = (await api.get('/map')).body.nodes.map(({ id }: { id: number }) => id)
    expect(nodes).to.deep.equal([a])
    expect((await api.get('/tags')).body).to.have.length(1)
    expect((await api.get('/tags')).body[0]).to.include({ name: 'gone', idea_count: 1 })
  })

  it('takes the passages and the work of the other idea away, and has its own idea embedded', async () => {
    const passages = async (id: number) =>
      database.query(
        'MATCH (i:Idea {id: $id}) RETURN COUNT { (i)-[:HAS_PASSAGE]->() } AS passages, COUNT { (i)<-[:ABOUT]-(:Outbox) } AS rows',
        { id },
      )
    await database.query(
      'MATCH (i:Idea {id: $id}) CREATE (i)-[:HAS_PASSAGE]->(:Passage {userId: i.userId})',
      { id: b },
    )
    await database.query('MATCH (o:Outbox {ideaId: $id}) DETACH DELETE o', { id: a })
    const { processing } = await done(merge(api, a, b))
    expect(processing).to.equal(true)
    expect(await passages(a)).to.deep.equal([{ passages: 0, rows: 1 }])
    expect(await passages(b)).to.deep.equal([{ passages: 0, rows: 0 }])
  })
})

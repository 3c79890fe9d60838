import { expect } from 'chai'
import { newIdea, newIdeaIds, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

type Edge = { id: number; source_idea_id: number; relation_type: string }

describe('parent_id', () => {
  let user: TestUser
  before(async () => {
    user = await newUser()
  })
  const parentOf = async (id: number | undefined): Promise<number | null> =>
    (await user.api.get(`/ideas/${id}`)).body.parent_id
  const parentEdges = async (id: number | undefined): Promise<Edge[]> =>
    (await user.api.get(`/ideas/${id}/relations`)).body.incoming.filter(
      (edge: Edge) => edge.relation_type === 'parent',
    )

  it('makes the relation from parent to idea', async () => {
    const [a, b] = await newIdeaIds(user.api, 2)
    const { body } = await user.api.patch(`/ideas/${b}`, { parent_id: a })
    expect(body.parent_id).to.equal(a)
    expect(await parentEdges(b)).to.have.length(1)
    expect(body.relations[0]).to.include({ source_idea_id: a, target_idea_id: b, relation_type: 'parent' })
  })

  it('may be changed where the idea has a source_url, and leaves that', async () => {
    const { id } = await newIdea(user.api, { source_url: 'https://example.org' })
    const [parent] = await newIdeaIds(user.api, 1)
    const { body } = await user.api.patch(`/ideas/${id}`, { parent_id: parent, add_tags: ['nested'] })
    expect(body).to.deep.include({ parent_id: parent, source_url: 'https://example.org', tags: ['nested'] })
  })

  it('replaces every other incoming parent relation, and no other relation', async () => {
    const [a, b, c, child] = await newIdeaIds(user.api, 4)
    await newRelation(user.api, a, 'parent', child)
    await newRelation(user.api, b, 'parent', child)
    await newRelation(user.api, a, 'related', child)
    const own = await newRelation(user.api, child, 'parent', (await newIdea(user.api)).id)
    const { body } = await user.api.patch(`/ideas/${child}`, { parent_id: c })
    expect(body.parent_id).to.equal(c)
    expect((await parentEdges(child)).map((edge) => edge.source_idea_id)).to.deep.equal([c])
    expect(body.relations.map((edge: Edge) => edge.relation_type)).to.have.members([
      'related',
      'parent',
      'parent',
    ])
    expect(body.relations.map((edge: Edge) => edge.id)).to.contain(own)
  })

  it('keeps the relation that is there already', async () => {
    const [a, b, child] = await newIdeaIds(user.api, 3)
    await newRelation(user.api, a, 'parent', child)
    const kept = await newRelation(user.api, b, 'parent', child)
    await user.api.patch(`/ideas/${child}`, { parent_id: b })
    expect((await parentEdges(child)).map((edge) => edge.id)).to.deep.equal([kept])
  })

  it('removes all parents with null, and leaves them when the field is absent', async () => {
    const [a, b, child] = await newIdeaIds(user.api, 3)
    await newRelation(user.api, a, 'parent', child)
    await newRelation(user.api, b, 'parent', child)
    await user.api.patch(`/ideas/${child}`, { body: 'x' })
    expect(await parentEdges(child)).to.have.length(2)
    expect((await user.api.patch(`/ideas/${child}`, { parent_id: null })).body.parent_id).to.equal(null)
    expect(await parentEdges(child)).to.deep.equal([])
  })

  it('shows the oldest of several parent relations, in get and list', async () => {
    const [a, b, child] = await newIdeaIds(user.api, 3)
    const first = await newRelation(user.api, b, 'parent', child)
    await newRelation(user.api, a, 'parent', child)
    expect(await parentOf(child)).to.equal(b)
    const { body: list } = await user.api.get('/ideas?limit=1')
    expect(list[0]).to.include({ id: child, parent_id: b })
    await user.api.delete(`/map/relations/${first}`)
    expect(await parentOf(child)).to.equal(a)
  })

  it('answers 409 with the path for a cycle, and applies nothing else', async () => {
    const root = await newIdea(user.api)
    const middle = await newIdea(user.api, { parent_id: root.id })
    const leaf = await newIdea(user.api, { parent_id: middle.id })
    const reply = await user.api.patch(`/ideas/${root.id}`, {
      parent_id: leaf.id,
      title: 'Not applied',
      tags: ['cycle-only'],
    })
    expect(reply.status).to.equal(409)
    expect(reply.body).to.deep.equal({
      error: 'Relation would create a cycle',
      cycle: [leaf.id, root.id, middle.id, leaf.id],
    })
    const { body } = await user.api.get(`/ideas/${root.id}`)
    expect(body).to.include({ title: root.title, parent_id: null, updated_at: root.updated_at })
    const { body: tags } = await user.api.get('/tags')
    expect(tags.map(({ name }: { name: string }) => name)).not.to.contain('cycle-only')
  })

  it('answers 409 for an idea as its own parent', async () => {
    const { id } = await newIdea(user.api)
    const reply = await user.api.patch(`/ideas/${id}`, { parent_id: id })
    expect([reply.status, reply.body.cycle]).to.deep.equal([409, [id, id]])
  })

  it('answers 404 for an unknown parent, and applies nothing else', async () => {
    const before = await newIdea(user.api, { tags: ['kept'], parent_id: (await newIdea(user.api)).id })
    const reply = await user.api.patch(`/ideas/${before.id}`, {
      parent_id: UNKNOWN_ID,
      tags: [],
      title: 'No',
    })
    expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    const { body } = await user.api.get(`/ideas/${before.id}`)
    expect(body).to.deep.equal(before)
  })

  it('may move an idea below another branch', async () => {
    const [root, left, right] = await newIdeaIds(user.api, 3)
    await user.api.patch(`/ideas/${left}`, { parent_id: root })
    await user.api.patch(`/ideas/${right}`, { parent_id: root })
    expect((await user.api.patch(`/ideas/${left}`, { parent_id: right })).status).to.equal(200)
    expect(await parentOf(left)).to.equal(right)
  })
})

import { expect } from 'chai'
import { newIdea, newIdeaIds, newRelation } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

type Item = { id: number }
const byId = (a: Item, b: Item): number => a.id - b.id

describe('GET /api/v1/map', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })

  it('answers an empty graph to a user without ideas', async () => {
    const { status, body } = await user.api.get('/map')
    expect([status, body]).to.deep.equal([200, { nodes: [], edges: [] }])
  })

  it('answers all ideas and relations, with the union of both documented forms', async () => {
    const a = await newIdea(user.api, { title: 'Quote " and\nnewline', tags: ['z', 'A'], status: 'building' })
    const b = await newIdea(user.api, { title: 'Émoji 🗺' })
    const relation = (
      await user.api.post('/map/relations', {
        source_idea_id: b.id,
        target_idea_id: a.id,
        relation_type: 'supersedes',
        note: 'Better',
      })
    ).body
    const { status, headers, body } = await user.api.get('/map')
    expect(status).to.equal(200)
    expect(headers.get('content-type')).to.equal('application/json; charset=utf-8')
    expect(body).to.have.all.keys('nodes', 'edges')
    expect(body.nodes.sort(byId)).to.deep.equal([
      {
        id: a.id,
        title: a.title,
        status: 'building',
        tags: ['z', 'A'],
        connectionCount: 1,
        created_at: a.created_at,
      },
      {
        id: b.id,
        title: b.title,
        status: 'captured',
        tags: [],
        connectionCount: 1,
        created_at: b.created_at,
      },
    ])
    expect(body.edges).to.deep.equal([
      {
        id: relation.id,
        source: b.id,
        target: a.id,
        relation_type: 'supersedes',
        type: 'supersedes',
        note: 'Better',
        score: null,
        created_at: relation.created_at,
      },
    ])
  })

  it('counts connections in both directions', async () => {
    const [a, b, c] = await newIdeaIds(user.api, 3)
    await newRelation(user.api, a, 'blocks', b)
    await newRelation(user.api, b, 'related', a)
    await newRelation(user.api, c, 'parent', a)
    const { body } = await user.api.get('/map')
    expect(
      body.nodes.sort(byId).map((node: { connectionCount: number }) => node.connectionCount),
    ).to.deep.equal([3, 2, 1])
    expect(body.edges).to.have.length(3)
  })

  it('shows only what is the user’s own', async () => {
    const other = await newUser()
    const [a, b] = await newIdeaIds(other.api, 2)
    await newRelation(other.api, a, 'blocks', b)
    await newIdea(user.api)
    const { body } = await user.api.get('/map')
    expect([body.nodes.length, body.edges.length]).to.deep.equal([1, 0])
  })

  it('answers a graph of more than one buffer whole', async () => {
    const bodies = Array.from({ length: 12 }, (_, at) => ({ title: `${at} ${'😀'.repeat(190)}` }))
    const ideas = await Promise.all(bodies.map(async (body) => newIdea(user.api, body)))
    const note = 'n'.repeat(500)
    const pairs = ideas.flatMap((source) => ideas.map((target) => [source.id, target.id] as const))
    const wanted = pairs.filter(([source, target]) => source !== target)
    await Promise.all(
      wanted.map(async ([source, target]) =>
        user.api.post('/map/relations', { source_idea_id: source, target_idea_id: target, note }),
      ),
    )
    const { body } = await user.api.get('/map')
    expect(body.nodes.map((node: { title: string }) => node.title)).to.have.members(
      bodies.map(({ title }) => title),
    )
    expect(
      body.edges.map((edge: { source: number; target: number }) => `${edge.source}-${edge.target}`),
    ).to.have.members(wanted.map(([source, target]) => `${source}-${target}`))
  })
})

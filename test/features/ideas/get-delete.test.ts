import { expect } from 'chai'
import { newIdea, newIdeaIds, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

let user: TestUser
const prepare = async (): Promise<void> => {
  user = await newUser()
}

describe('GET /api/v1/ideas/:id', () => {
  before(prepare)

  it('answers the idea with its tags, links and relations in both directions', async () => {
    const [before, after] = await newIdeaIds(user.api, 2)
    const { id } = await newIdea(user.api, { tags: ['b', 'a'] })
    const link = (await user.api.post(`/ideas/${id}/links`, { url: 'https://example.org' })).body
    const first = await newRelation(user.api, before, 'inspires', id)
    const second = await newRelation(user.api, id, 'blocks', after)
    const { status, body } = await user.api.get(`/ideas/${id}`)
    expect(status).to.equal(200)
    expect(body.tags).to.deep.equal(['b', 'a'])
    expect(body.links).to.deep.equal([link])
    expect(body.relations.map((relation: { id: number }) => relation.id)).to.deep.equal([first, second])
    expect(body.relations[0]).to.include({ source_idea_id: before, target_idea_id: id })
    expect(body.relations[1]).to.include({ source_idea_id: id, target_idea_id: after })
  })

  it('answers 404 for an unknown id', async () => {
    const { status, body } = await user.api.get(`/ideas/${UNKNOWN_ID}`)
    expect([status, body]).to.deep.equal([404, { error: 'Idea not found' }])
  })

  for (const id of [
    'abc',
    '-1',
    '0',
    '1.0',
    '01',
    '1e3',
    '9007199254740993',
    '9'.repeat(40),
    '%31%00',
    '%ZZ',
    '+1',
  ]) {
    it(`answers 404 for ${id}, which cannot be an id`, async () => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const reply = await user.api.send(method, `/ideas/${id}`, method === 'PATCH' ? {} : undefined)
        expect([reply.status, reply.body], method).to.deep.equal([404, { error: 'Idea not found' }])
      }
    })
  }
})

describe('DELETE /api/v1/ideas/:id', () => {
  before(prepare)

  it('answers {success: true}, then 404', async () => {
    const { id } = await newIdea(user.api)
    const { status, body } = await user.api.delete(`/ideas/${id}`)
    expect([status, body]).to.deep.equal([200, { success: true }])
    for (const method of ['GET', 'DELETE', 'PATCH'])
      expect((await user.api.send(method, `/ideas/${id}`, undefined)).status, method).to.equal(404)
  })

  it('takes its links, relations and place in lists and map with it, and leaves its tags', async () => {
    const other = await newIdea(user.api)
    const { id } = await newIdea(user.api, { tags: ['left-behind'] })
    await user.api.post(`/ideas/${id}/links`, { url: 'https://example.org' })
    const relation = await newRelation(user.api, id, 'blocks', other.id)
    const total = Number((await user.api.get('/ideas')).headers.get('x-total-count'))
    await user.api.delete(`/ideas/${id}`)

    const list = await user.api.get('/ideas?limit=100')
    expect(list.headers.get('x-total-count')).to.equal(String(total - 1))
    expect(list.body.map((idea: { id: number }) => idea.id)).not.to.contain(id)
    expect((await user.api.get(`/ideas/${id}/links`)).status).to.equal(404)
    expect((await user.api.patch(`/map/relations/${relation}`, {})).status).to.equal(404)
    expect((await user.api.get(`/ideas/${other.id}`)).body.relations).to.deep.equal([])
    const { body: map } = await user.api.get('/map')
    expect(map.nodes.map((node: { id: number }) => node.id)).not.to.contain(id)
    expect(map.edges.map((edge: { id: number }) => edge.id)).not.to.contain(relation)
    const { body: tags } = await user.api.get('/tags')
    const tag = tags.find(({ name }: { name: string }) => name === 'left-behind')
    expect(tag).to.include({ idea_count: 0, count: 0 })
  })

  it('takes the parent from its children', async () => {
    const parent = await newIdea(user.api)
    const child = await newIdea(user.api, { parent_id: parent.id })
    await user.api.delete(`/ideas/${parent.id}`)
    expect((await user.api.get(`/ideas/${child.id}`)).body.parent_id).to.equal(null)
  })

  it('never gives an id again', async () => {
    const { id } = await newIdea(user.api)
    await user.api.delete(`/ideas/${id}`)
    expect((await newIdea(user.api)).id).to.be.above(id)
  })
})

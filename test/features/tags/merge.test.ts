import { expect } from 'chai'
import { newIdea, newIdeaIds, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('POST /api/v1/tags/:id/merge', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })
  const idOf = async (name: string): Promise<number> =>
    (await user.api.get('/tags')).body.find((tag: { name: string }) => tag.name === name)?.id
  const merge = async (from: unknown, into: unknown) =>
    user.api.post(`/tags/${from}/merge`, { into_id: into })
  const tagsOf = async (id: number) => (await user.api.get(`/ideas/${id}`)).body.tags

  it('gives its ideas the other tag at its place, once, and deletes it', async () => {
    const both = await newIdea(user.api, { tags: ['ui', 'x', 'interface'] })
    const one = await newIdea(user.api, { tags: ['y', 'ui', 'z'] })
    const other = await newIdea(user.api, { tags: ['interface'] })
    const [from, into] = [await idOf('ui'), await idOf('interface')]
    await user.api.patch(`/tags/${into}`, { color: '#123456' })

    const { status, body } = await merge(from, into)

    expect([status, body]).to.deep.equal([
      200,
      { id: into, name: 'interface', color: '#123456', idea_count: 3, count: 3 },
    ])
    expect(await tagsOf(both.id)).to.deep.equal(['x', 'interface'])
    expect(await tagsOf(one.id)).to.deep.equal(['y', 'interface', 'z'])
    expect(await tagsOf(other.id)).to.deep.equal(['interface'])
    expect(await idOf('ui')).to.equal(undefined)
    const { body: read } = await user.api.get(`/ideas/${one.id}`)
    expect(read.updated_at, 'as with a new name').to.equal(one.updated_at)
  })

  it('merges the tag of an absorbed idea, too, which has the other one when it comes back', async () => {
    const [survivor] = await newIdeaIds(user.api, 1)
    const absorbed = await newIdea(user.api, { tags: ['ui'] })
    await user.api.post('/tags', { name: 'interface' })
    await user.api.post(`/ideas/${survivor}/merge`, { absorb_id: absorbed.id })
    const { body } = await merge(await idOf('ui'), await idOf('interface'))
    expect(body.idea_count, 'the survivor').to.equal(1)
    await user.api.post(`/ideas/${survivor}/unmerge`, { absorbed_id: absorbed.id })
    expect(await tagsOf(absorbed.id)).to.deep.equal(['interface'])
  })

  it('answers 404 for an unknown tag and that of another user, and changes nothing', async () => {
    const other = await newUser()
    const { body: foreign } = await other.api.post('/tags', { name: 'theirs' })
    const { id } = await newIdea(user.api, { tags: ['mine'] })
    const mine = await idOf('mine')
    for (const [from, into] of [
      [mine, UNKNOWN_ID],
      [UNKNOWN_ID, mine],
      [mine, foreign.id],
      [foreign.id, mine],
    ]) {
      const reply = await merge(from, into)
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Tag not found' }])
    }
    expect(await tagsOf(id)).to.deep.equal(['mine'])
    expect((await other.api.get('/tags')).body).to.have.length(1)
  })

  it('answers 400 for the tag itself and for what is no id', async () => {
    const { id } = (await user.api.post('/tags', { name: 'tag' })).body
    for (const into of [id, 'tag', null, undefined]) {
      const { status, body } = await merge(id, into)
      expect([status, body.details?.[0].path], JSON.stringify(into)).to.deep.equal([400, 'into_id'])
    }
    expect(await idOf('tag')).to.equal(id)
  })
})

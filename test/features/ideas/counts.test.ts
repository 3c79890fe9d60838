import { expect } from 'chai'
import { newIdea, newIdeaIds } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

const NONE = { captured: 0, exploring: 0, building: 0, shipped: 0, shelved: 0 }

describe('GET /api/v1/ideas/counts', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })
  const counts = async (query = ''): Promise<unknown> => {
    const { status, body } = await user.api.get(`/ideas/counts${query}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }

  it('counts nothing for a new account', async () => {
    expect(await counts()).to.deep.equal({ total: 0, by_status: NONE })
  })

  it('counts in all and by status, under the filters of the list', async () => {
    await newIdea(user.api, { tags: ['a', 'b'] })
    await newIdea(user.api, { tags: ['a'], status: 'building' })
    await newIdea(user.api, { tags: ['b'], status: 'building' })
    await newIdea(user.api)
    expect(await counts()).to.deep.equal({ total: 4, by_status: { ...NONE, captured: 2, building: 2 } })
    expect(await counts('?tag=A')).to.deep.equal({
      total: 2,
      by_status: { ...NONE, captured: 1, building: 1 },
    })
    expect(await counts('?tag=a&tag=b')).to.deep.equal({ total: 1, by_status: { ...NONE, captured: 1 } })
    expect(await counts('?status=building')).to.deep.equal({ total: 2, by_status: { ...NONE, building: 2 } })
    expect(await counts('?status=building&tag=b')).to.deep.equal({
      total: 1,
      by_status: { ...NONE, building: 1 },
    })
    expect(await counts('?tag=unknown')).to.deep.equal({ total: 0, by_status: NONE })
  })

  it('leaves out what was merged or deleted, and what others have', async () => {
    const other = await newUser()
    await newIdea(other.api)
    const [survivor, absorbed, gone] = await newIdeaIds(user.api, 3)
    const merged = await user.api.post(`/ideas/${survivor}/merge`, { absorb_id: absorbed })
    const deleted = await user.api.delete(`/ideas/${gone}`)
    expect([merged.status, deleted.status]).to.deep.equal([200, 200])
    expect(await counts()).to.deep.equal({ total: 1, by_status: { ...NONE, captured: 1 } })
  })

  for (const [query, path] of [
    ['?status=unknown', 'status'],
    ['?tag=', 'tag'],
  ]) {
    it(`answers 400 for ${query}`, async () => {
      const { status, body } = await user.api.get(`/ideas/counts${query}`)
      expect([status, body.details[0].path]).to.deep.equal([400, path])
    })
  }
})

import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'

describe('The times of ideas while the clock stands still, or goes back', () => {
  let service: TestService
  let user: TestUser
  let now = Date.now()
  before(async () => {
    service = await startService({ clock: () => now })
    user = await service.createUser()
  })
  after(async () => service.close())

  it('created_at is strictly increasing, so that lists have one order', async () => {
    await Promise.all(Array.from({ length: 8 }, async () => newIdea(user.api)))
    now -= 60_000
    const last = await newIdea(user.api)
    const { body } = await user.api.get('/ideas')
    const times = body.map((idea: { created_at: string }) => idea.created_at)
    expect(body[0].id).to.equal(last.id)
    expect(new Set(times).size).to.equal(9)
    expect(times).to.deep.equal([...times].sort().reverse())
  })

  it('updated_at grows with every change', async () => {
    const { id, updated_at } = await newIdea(user.api)
    const seen = [updated_at]
    for (const body of ['a', 'b']) seen.push((await user.api.patch(`/ideas/${id}`, { body })).body.updated_at)
    expect(seen).to.deep.equal([...seen].sort())
    expect(new Set(seen).size).to.equal(3)
  })

  it('another user’s ideas do not push them forward', async () => {
    const other = await service.createUser()
    expect((await newIdea(other.api)).created_at).to.equal(new Date(now).toISOString())
  })
})

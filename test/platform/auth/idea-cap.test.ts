import { expect } from 'chai'
import { freshTitle, newIdea, newIdeaIds, newRelation } from '../../support/factories.ts'
import { givenService, type TestService, type TestUser } from '../../support/service.ts'

describe('The idea cap of the free plan', () => {
  let service: TestService
  let user: TestUser
  givenService((given) => (service = given), { env: { FREE_PLAN_IDEA_CAP: '2' } })
  beforeEach(async () => {
    user = await service.createUser('free')
  })
  const create = async (query = '') =>
    user.api.post(`/ideas${query}`, { title: freshTitle(), tags: ['capped'] })

  it('lets exactly that many ideas in; the next answers 403 and leaves nothing', async () => {
    await newIdeaIds(user.api, 2)
    for (const query of ['', '?force=true']) {
      const reply = await create(query)
      expect([reply.status, reply.body]).to.deep.equal([
        403,
        { error: 'The idea limit of the free plan is reached' },
      ])
    }
    expect((await user.api.get('/ideas')).headers.get('x-total-count')).to.equal('2')
    expect((await user.api.get('/tags')).body).to.deep.equal([])
    expect((await user.api.get('/user/usage')).body).to.include({ idea_cap: 2, ideas: 2 })
  })

  it('counts the ideas that are there: deleting one makes room', async () => {
    const [first] = await newIdeaIds(user.api, 2)
    await user.api.delete(`/ideas/${first}`)
    expect((await create()).status).to.equal(201)
    expect((await create()).status).to.equal(403)
  })

  it('does not hinder changes, relations and links', async () => {
    const [a, b] = await newIdeaIds(user.api, 2)
    expect((await user.api.patch(`/ideas/${a}`, { title: freshTitle() })).status).to.equal(200)
    await newRelation(user.api, a, 'blocks', b)
    expect((await user.api.post(`/ideas/${a}/links`, { url: 'https://example.org' })).status).to.equal(201)
  })

  it('does not hold on the plan pro, and follows a change of plan at once', async () => {
    await newIdeaIds(user.api, 2)
    expect((await create()).status).to.equal(403)
    await service.application.accounts.setPlan(user.email, 'pro')
    await newIdea(user.api)
    await service.application.accounts.setPlan(user.email, 'free')
    expect((await create()).status).to.equal(403)
  })
})

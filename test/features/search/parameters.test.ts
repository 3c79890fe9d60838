import { expect } from 'chai'
import { brokenFields, newIdea } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('GET /api/v1/ideas/search', () => {
  let user: TestUser
  before(async () => {
    user = await newUser()
    await newIdea(user.api, { title: 'Compass' })
  })

  const BAD: readonly [query: string, fields: string[]][] = [
    ['', ['q']],
    ['q=', ['q']],
    ['q=%20%09', ['q']],
    ['query=', ['query']],
    ['q=a&q=b', ['q']],
    [`q=${'a'.repeat(8_001)}`, ['q']],
    ['q=a&mode=magic', ['mode']],
    ['q=a&mode=', ['mode']],
    ['mode=magic&limit=0', ['mode', 'limit', 'q']],
    ['q=a&limit=0&offset=-1', ['limit', 'offset']],
    ['q=a&limit=101', ['limit']],
    ['q=a&status=done&tag=', ['status', 'tag']],
  ]
  for (const [query, fields] of BAD) {
    it(`answers 400 and names the field: ${query.slice(0, 40)}`, async () => {
      expect(brokenFields(await user.api.get(`/ideas/search?${query}`))).to.have.members(fields)
    })
  }

  it('takes query for q, and answers its results as ideas, too', async () => {
    const { body } = await user.api.get('/ideas/search?query=compass')
    expect(body.results).to.have.length(1)
    expect(body.ideas).to.deep.equal(body.results)
    expect((await user.api.get('/ideas/search?q=compass')).body).not.to.have.property('ideas')
  })

  it('searches by words while there is no model, and answers 503 where the meaning is asked for', async () => {
    for (const mode of ['', '&mode=hybrid', '&mode=keyword']) {
      const { status, body } = await user.api.get(`/ideas/search?q=compass${mode}`)
      expect([status, body.search_type, body.results.length]).to.deep.equal([200, 'keyword', 1])
    }
    const { status, headers, body } = await user.api.get('/ideas/search?q=compass&mode=semantic', {
      headers: { Prefer: 'error-format=object' },
    })
    expect([status, body.error.code]).to.deep.equal([503, 'embeddings_unavailable'])
    expect(Number(headers.get('retry-after'))).to.be.above(0)
  })
})

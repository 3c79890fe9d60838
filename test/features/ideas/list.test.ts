import { expect } from 'chai'
import type { Reply } from '../../support/client.ts'
import { brokenFields, newIdea, newIdeaIds } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { linksOf } from './links-of.ts'

const idsOf = (reply: Reply): number[] => reply.body.map((idea: { id: number }) => idea.id)

describe('GET /api/v1/ideas', () => {
  let user: TestUser
  let ids: number[]
  before(async () => {
    user = await newUser()
    ids = (await newIdeaIds(user.api, 23)).reverse()
  })

  it('answers 20 ideas, newest first, without links and relations', async () => {
    const reply = await user.api.get('/ideas')
    expect(reply.status).to.equal(200)
    expect(idsOf(reply)).to.deep.equal(ids.slice(0, 20))
    expect(reply.body[0]).to.have.all.keys(
      'id',
      'title',
      'body',
      'status',
      'source',
      'source_url',
      'tags',
      'tag_details',
      'parent_id',
      'processing',
      'created_at',
      'updated_at',
    )
    expect(reply.body[0].processing).to.equal(true)
  })

  it('answers an empty array to a user without ideas', async () => {
    const other = await newUser()
    const reply = await other.api.get('/ideas')
    expect(reply.body).to.deep.equal([])
    expect(reply.headers.get('x-total-count')).to.equal('0')
    expect(linksOf(reply)).to.have.all.keys('first', 'last')
  })

  it('answers X-Total-Count, and Link with next, prev, first and last', async () => {
    const middle = await user.api.get('/ideas?limit=5&offset=10')
    expect(idsOf(middle)).to.deep.equal(ids.slice(10, 15))
    expect(middle.headers.get('x-total-count')).to.equal('23')
    const links = linksOf(middle)
    expect(links).to.deep.equal({
      first: '/api/v1/ideas?limit=5&offset=0',
      prev: '/api/v1/ideas?limit=5&offset=5',
      next: links['next'],
      last: '/api/v1/ideas?limit=5&offset=20',
    })
    expect(links['next']).to.match(/^\/api\/v1\/ideas\?limit=5&after=[\w-]+$/)
    expect(linksOf(await user.api.get('/ideas?limit=5'))).to.have.all.keys('first', 'next', 'last')
    expect(linksOf(await user.api.get('/ideas?limit=5&offset=20'))).to.have.all.keys('first', 'prev', 'last')
  })

  it('has no next where the page ends exactly at the last idea', async () => {
    const links = linksOf(await user.api.get('/ideas?limit=23'))
    expect(links).to.deep.equal({
      first: '/api/v1/ideas?limit=23&offset=0',
      last: '/api/v1/ideas?limit=23&offset=0',
    })
  })

  it('leads through every idea once by its next links, which keep the filters', async () => {
    const seen: number[] = []
    let next: string | undefined = '/api/v1/ideas?status=captured&sort=created_at&limit=7'
    for (let pages = 0; next !== undefined && pages < 10; pages += 1) {
      const reply: Reply = await user.api.get(new URL(next, user.api.origin).href)
      seen.push(...idsOf(reply))
      next = linksOf(reply)['next']
    }
    expect(seen).to.deep.equal(ids.toReversed())
  })

  it('answers an empty page beyond the end, with a prev that leads back', async () => {
    for (const query of ['', '&sort=title', '&tag=none', '&status=captured']) {
      for (const offset of ['23', '4000000000', '9007199254740991']) {
        const reply = await user.api.get(`/ideas?offset=${offset}${query}`)
        expect([reply.status, reply.body], offset + query).to.deep.equal([200, []])
      }
    }
    const beyond = await user.api.get('/ideas?offset=1000&limit=10')
    expect(linksOf(beyond)['prev']).to.equal('/api/v1/ideas?offset=20&limit=10')
  })

  it('shows the newest idea at once', async () => {
    const { api } = await newUser()
    const first = await newIdea(api)
    const second = await newIdea(api)
    expect(idsOf(await api.get('/ideas'))).to.deep.equal([second.id, first.id])
  })

  for (const [query, accepted] of [
    ['limit=1', true],
    ['limit=100', true],
    ['limit=0', false],
    ['limit=101', false],
    ['limit=-1', false],
    ['limit=1.5', false],
    ['limit=ten', false],
    ['limit=', false],
    ['limit=%2B1', false],
    ['limit=1e1', false],
    ['limit=5&limit=6', false],
    ['offset=0', true],
    ['offset=-1', false],
    ['offset=x', false],
    ['offset=9007199254740992', false],
    ['status=captured', true],
    ['status=Captured', false],
    ['status=', false],
    ['status=captured&status=shipped', false],
    ['sort=-title', true],
    ['sort=id', false],
    ['sort=created_at,title', false],
    ['tag=', false],
    ['tag=%20', false],
    ['unknown=1', true],
  ] as const) {
    it(`answers ${accepted ? '200' : '400'} to ?${query}`, async () => {
      const reply = await user.api.get(`/ideas?${query}`)
      if (accepted) expect(reply.status).to.equal(200)
      else expect(brokenFields(reply)).to.deep.equal([query.split('=')[0]])
    })
  }

  it('tells every bad query parameter', async () => {
    const reply = await user.api.get('/ideas?limit=0&offset=-1&status=x&sort=x&tag=ok&tag=')
    expect(brokenFields(reply)).to.have.members(['limit', 'offset', 'status', 'sort', 'tag.1'])
  })
})

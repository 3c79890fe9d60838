import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('GET /api/v1/ideas with filters and sort', () => {
  let user: TestUser
  const names = new Map<number, string>()
  before(async () => {
    user = await newUser()
    for (const [name, fields] of Object.entries({
      a: { title: 'élan', tags: ['Red', 'blue'], status: 'shipped' },
      b: { title: 'Zebra', tags: ['red'] },
      c: { title: 'apple', tags: ['blue', 'red', 'green'], status: 'exploring' },
      d: { title: 'Banana', tags: [], status: 'shipped' },
    })) {
      names.set((await newIdea(user.api, fields)).id, name)
    }
    const [b] = [...names].find(([, name]) => name === 'b') ?? []
    await user.api.patch(`/ideas/${b}`, { body: 'changed last' })
  })

  /** The total is told where a page shows less. */
  const cases: [query: string, expected: string, total?: number][] = [
    ['', 'dcba'],
    ['sort=-created_at', 'dcba'],
    ['sort=created_at', 'abcd'],
    ['sort=-updated_at', 'bdca'],
    ['sort=updated_at', 'acdb'],
    ['sort=title', 'cdba'],
    ['sort=-title', 'abdc'],
    ['status=shipped', 'da'],
    ['status=captured', 'b'],
    ['status=building', ''],
    ['status=shipped&sort=created_at', 'ad'],
    ['tag=red', 'cba'],
    ['tag=RED', 'cba'],
    ['tag=%20red%20', 'cba'],
    ['tag=red&tag=blue', 'ca'],
    ['tag=red&tag=Red&tag=blue', 'ca'],
    ['tag=red&tag=blue&tag=green', 'c'],
    ['tag=red&tag=unknown', ''],
    ['tag=unknown', ''],
    ['tag=red&tag=blue&status=shipped', 'a'],
    ['tag=red&sort=created_at', 'abc'],
    ['tag=red&sort=title', 'cba'],
    ['tag=red&limit=1&offset=1', 'b', 3],
    ['sort=created_at&limit=2&offset=1', 'bc', 4],
  ]
  for (const [query, expected, total = expected.length] of cases) {
    it(`answers ${expected === '' ? 'nothing' : [...expected].join(', ')} to ?${query}`, async () => {
      const reply = await user.api.get(`/ideas?${query}`)
      expect(reply.status).to.equal(200)
      expect(reply.body.map((idea: { id: number }) => names.get(idea.id)).join('')).to.equal(expected)
      expect(reply.headers.get('x-total-count')).to.equal(String(total))
    })
  }

  it('names the limit to who asks for too many tags', async () => {
    for (const path of ['/ideas', '/ideas/counts', '/ideas/search']) {
      const { status, body } = await user.api.get(`${path}?q=a${'&tag=red'.repeat(101)}`)
      const told = body.details.filter((detail: { path: string }) => detail.path === 'tag')
      expect([status, told], path).to.deep.equal([
        400,
        [{ path: 'tag', message: 'must have at most 100 entries' }],
      ])
    }
  })

  it('counts and lists only the ideas of the user', async () => {
    const other = await newUser()
    await newIdea(other.api, { tags: ['red'] })
    expect((await other.api.get('/ideas?tag=red')).body).to.have.length(1)
    expect((await user.api.get('/ideas?tag=red')).body).to.have.length(3)
  })
})

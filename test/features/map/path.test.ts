import { expect } from 'chai'
import { brokenFields, newIdeaIds, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('GET /api/v1/map/path', () => {
  let user: TestUser
  /** a → b ← c → d; f is alone. */
  let [a, b, c, d, f] = [0, 0, 0, 0, 0]
  let relations: number[]
  beforeEach(async () => {
    user = await newUser()
    ;[a = 0, b = 0, c = 0, d = 0, f = 0] = await newIdeaIds(user.api, 5)
    relations = [
      await newRelation(user.api, a, 'blocks', b),
      await newRelation(user.api, c, 'inspires', b),
      await newRelation(user.api, c, 'parent', d),
    ]
  })

  const path = async (query: string): Promise<[number[] | null, number[]]> => {
    const { status, body } = await user.api.get(`/map/path?${query}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return [
      body.path?.map(({ id }: { id: number }) => id) ?? null,
      body.relations.map(({ id }: { id: number }) => id),
    ]
  }

  it('answers the ideas and relations of a shortest path, also against their direction', async () => {
    expect(await path(`from=${a}&to=${d}`)).to.deep.equal([[a, b, c, d], relations])
    expect(await path(`from=${d}&to=${a}`)).to.deep.equal([[d, c, b, a], relations.toReversed()])
    const short = await newRelation(user.api, d, 'related', a)
    expect(await path(`from=${a}&to=${d}`)).to.deep.equal([[a, d], [short]])
  })

  it('shows ideas and relations in their form', async () => {
    const { body } = await user.api.get(`/map/path?from=${a}&to=${b}`)
    const { id, title, status } = (await user.api.get(`/ideas/${a}`)).body
    expect(body.path[0]).to.deep.equal({ id, title, status })
    expect(body.relations).to.deep.equal((await user.api.get(`/ideas/${a}/relations`)).body.outgoing)
  })

  it('goes over relations of the types that are asked for only', async () => {
    const [e = 0] = await newIdeaIds(user.api, 1)
    const detour = [
      await newRelation(user.api, a, 'related', e),
      await newRelation(user.api, e, 'related', d),
    ]
    expect((await path(`from=${a}&to=${d}`))[0]).to.deep.equal([a, e, d])
    expect(await path(`from=${a}&to=${d}&types=blocks,inspires,parent`)).to.deep.equal([
      [a, b, c, d],
      relations,
    ])
    expect(await path(`from=${a}&to=${d}&types=related`)).to.deep.equal([[a, e, d], detour])
  })

  it('answers null where there is none, and the idea alone from itself to itself', async () => {
    expect(await path(`from=${a}&to=${f}`)).to.deep.equal([null, []])
    expect(await path(`from=${a}&to=${d}&types=blocks`)).to.deep.equal([null, []])
    expect(await path(`from=${a}&to=${a}`)).to.deep.equal([[a], []])
  })

  it('answers 404 for ends that are not there, and 400 for what is no id', async () => {
    const other = await newUser()
    const [theirs] = await newIdeaIds(other.api, 1)
    for (const [from, to] of [
      [theirs, a],
      [a, theirs],
      [a, UNKNOWN_ID],
      [UNKNOWN_ID, UNKNOWN_ID],
    ]) {
      const { status, body } = await user.api.get(`/map/path?from=${from}&to=${to}`)
      expect([status, body.error]).to.deep.equal([404, 'Idea not found'])
    }
    expect(brokenFields(await user.api.get(`/map/path?from=x&types=y`))).to.deep.equal([
      'from',
      'to',
      'types',
    ])
  })
})

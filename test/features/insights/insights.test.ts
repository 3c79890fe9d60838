import { expect } from 'chai'
import { newIdea, newIdeaIds, newRelation } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

type Listed<Item = { id: number }> = { total: number; items: Item[] }
const ids = ({ items }: Listed): number[] => items.map(({ id }) => id)

describe('GET /api/v1/map/insights', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  const insights = async (): Promise<any> => {
    const { status, body } = await user.api.get('/map/insights')
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }

  it('has nothing to tell of an account without ideas', async () => {
    const nothing = { total: 0, items: [] }
    expect(await insights()).to.deep.include({
      orphans: nothing,
      hubs: nothing,
      components: nothing,
      longest_blocking_chain: nothing,
      ready: nothing,
      communities: nothing,
      cycles: nothing,
    })
  })

  it('names orphans, the newest first, and hubs by their relations, with PageRank', async () => {
    const [hub, b, c, d, first, second] = await newIdeaIds(user.api, 6)
    for (const leaf of [b, c, d]) await newRelation(user.api, hub, 'related', leaf)
    await newRelation(user.api, hub, 'inspires', b)
    const { orphans, hubs } = await insights()
    expect([orphans.total, ids(orphans)]).to.deep.equal([2, [second, first]])
    expect([hubs.total, ids(hubs)]).to.deep.equal([4, [hub, b, c, d]])
    expect(hubs.items.map(({ connections }: { connections: number }) => connections)).to.deep.equal([
      4, 2, 1, 1,
    ])
    const ranks: number[] = hubs.items.map(({ pagerank }: { pagerank: number }) => pagerank)
    expect(ranks.reduce((sum, rank) => sum + rank)).to.be.closeTo(1, 1e-6)
    // Three leaves x = 0.15 / 4 + 0.85 * hub / 3, hub = 0.15 / 4 + 0.85 * 3 * x.
    expect(ranks[0]).to.be.closeTo(0.1330625 / 0.2775, 1e-3)
  })

  it('names components by size, and communities within one', async () => {
    const left = await newIdeaIds(user.api, 4)
    const right = await newIdeaIds(user.api, 3)
    const apart = await newIdeaIds(user.api, 2)
    for (const group of [left, right, apart]) {
      for (const [at, source] of group.entries()) {
        for (const target of group.slice(at + 1)) await newRelation(user.api, source, 'related', target)
      }
    }
    await newRelation(user.api, left[0], 'related', right[0])
    const { components, communities } = await insights()
    expect(components.items.map(({ size }: { size: number }) => size)).to.deep.equal([7, 2])
    const members = communities.items.map(({ ideas }: { ideas: { id: number }[] }) =>
      ideas.map(({ id }) => id).sort((a, b) => a - b),
    )
    expect([communities.total, members]).to.deep.equal([3, [left, right, apart]])
    expect(components.items[1].ideas).to.have.deep.members(
      await Promise.all(
        apart.map(async (id) => ({ id, title: (await user.api.get(`/ideas/${id}`)).body.title })),
      ),
    )
  })

  it('names the longest blocking chain in its order', async () => {
    const [a, b, c, d, e] = await newIdeaIds(user.api, 5)
    for (const [source, target] of [
      [a, e],
      [d, c],
      [c, a],
      [a, b],
      [d, b],
    ]) {
      await newRelation(user.api, source, 'blocks', target)
    }
    const { longest_blocking_chain: chain } = await insights()
    expect(chain.total).to.equal(4)
    expect(ids(chain).slice(0, 3)).to.deep.equal([d, c, a])
    expect([b, e]).to.include(ids(chain)[3])
  })

  it('tells what could start: nothing blocks it but what is shipped, the most blocking first', async () => {
    const [shipped, free, freed, held, alone] = await newIdeaIds(user.api, 5)
    const begun = await newIdea(user.api, { status: 'building' })
    await user.api.patch(`/ideas/${shipped}`, { status: 'shipped' })
    await newRelation(user.api, shipped, 'blocks', freed)
    await newRelation(user.api, free, 'blocks', held)
    const { ready } = await insights()
    expect([ready.total, ids(ready)]).to.deep.equal([3, [free, alone, freed]])
    expect(ids(ready)).not.to.include(begun.id)
  })

  it('are of the map with that ETag, and current after each change', async () => {
    const before = await insights()
    const { headers } = await user.api.get('/map', { headers: { 'Accept-Encoding': 'identity' } })
    expect(headers.get('etag')).to.equal(`"${before.revision}"`)
    const { id } = await newIdea(user.api)
    const after = await insights()
    expect(after.revision).not.to.equal(before.revision)
    expect(ids(after.orphans)).to.deep.equal([id])
    expect(await insights()).to.deep.equal(after)
  })

  it('are of one account only', async () => {
    await newIdeaIds((await newUser()).api, 2)
    expect((await insights()).orphans.total).to.equal(0)
  })
})

import { expect } from 'chai'
import { brokenFields, newIdea, newIdeaIds, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

type Part = { nodes: { id: number }[]; edges: { source: number; target: number }[]; truncated: boolean }

describe('GET /api/v1/map with parameters', () => {
  let user: TestUser
  /** A chain a → b → c → d, and e beside b. */
  let [a, b, c, d, e] = [0, 0, 0, 0, 0]
  beforeEach(async () => {
    user = await newUser()
    ;[a = 0, b = 0, c = 0, d = 0, e = 0] = await newIdeaIds(user.api, 5)
    await newRelation(user.api, a, 'blocks', b)
    await newRelation(user.api, b, 'blocks', c)
    await newRelation(user.api, c, 'blocks', d)
    await newRelation(user.api, e, 'inspires', b)
  })

  /** The ids of the nodes in order, the ends of the edges sorted, and whether there is more. */
  const part = async (query: string): Promise<[number[], string[], boolean]> => {
    const { status, body } = await user.api.get(`/map?${query}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    const { nodes, edges, truncated }: Part = body
    return [nodes.map(({ id }) => id), edges.map((edge) => `${edge.source}>${edge.target}`).sort(), truncated]
  }

  it('answers the ideas one relation away from the focus, in either direction, the newest first', async () => {
    expect(await part(`focus=${b}`)).to.deep.equal([[b, e, c, a], edges([a, b], [b, c], [e, b]), false])
  })

  it('goes as far as depth says, the nearest first', async () => {
    expect(await part(`focus=${a}&depth=2`)).to.deep.equal([
      [a, b, e, c],
      edges([a, b], [b, c], [e, b]),
      false,
    ])
    expect((await part(`focus=${a}&depth=3`))[0]).to.deep.equal([a, b, e, c, d])
    expect((await part(`focus=${a}&depth=5`))[2]).to.equal(false)
  })

  it('has nodes and edges of the same form as the whole map', async () => {
    const whole = (await user.api.get('/map')).body
    const { truncated, ...all } = (await user.api.get(`/map?focus=${a}&depth=5`)).body
    expect(truncated).to.equal(false)
    expect(all.nodes).to.have.deep.members(whole.nodes)
    expect(all.edges).to.have.deep.members(whole.edges)
  })

  it('says that there is more than limit allows, and keeps the nearest', async () => {
    expect(await part(`focus=${a}&depth=5&limit=3`)).to.deep.equal([[a, b, e], edges([a, b], [e, b]), true])
    expect(await part(`focus=${a}&depth=5&limit=1`)).to.deep.equal([[a], [], true])
    expect((await part(`focus=${a}&depth=5&limit=5`))[2]).to.equal(false)
    expect((await part(`focus=${a}&limit=2`))[2]).to.equal(false)
  })

  it('follows and shows only relations of the types that are asked for', async () => {
    expect(await part(`focus=${b}&types=inspires&depth=5`)).to.deep.equal([[b, e], edges([e, b]), false])
    for (const types of [
      'types=inspires,parent',
      'types=inspires&types=parent',
      'types=inspires,related&types=parent',
    ]) {
      expect((await part(`focus=${b}&${types}`))[0]).to.deep.equal([b, e])
    }
  })

  it('shows and passes only ideas of the statuses and tags that are asked for, and the focus', async () => {
    await user.api.patch(`/ideas/${c}`, { status: 'shipped', tags: ['Far'] })
    await user.api.patch(`/ideas/${a}`, { status: 'shelved', tags: ['near'] })
    expect((await part(`focus=${b}&depth=5&status=captured`))[0]).to.deep.equal([b, e])
    expect((await part(`focus=${b}&depth=5&status=shipped,shelved`))[0]).to.deep.equal([b, c, a])
    expect((await part(`focus=${b}&depth=5&tags=far`))[0]).to.deep.equal([b, c])
    expect((await part(`focus=${b}&depth=5&tags=far&tags=NEAR`))[0]).to.deep.equal([b, c, a])
    expect((await part(`focus=${b}&depth=5&tags=unknown`))[0]).to.deep.equal([b])
  })

  it('answers the newest ideas that match without a focus', async () => {
    await user.api.patch(`/ideas/${b}`, { status: 'building', tags: ['x'] })
    await user.api.patch(`/ideas/${d}`, { status: 'building' })
    expect(await part('status=building')).to.deep.equal([[d, b], [], false])
    expect(await part('tags=x')).to.deep.equal([[b], [], false])
    expect(await part('types=blocks')).to.deep.equal([[e, d, c, b, a], edges([a, b], [b, c], [c, d]), false])
    expect(await part('limit=2')).to.deep.equal([[e, d], [], true])
    expect((await part('limit=5'))[2]).to.equal(false)
  })

  it('shows no idea of other users, and none that was merged or deleted', async () => {
    const other = await newUser()
    const [theirs] = await newIdeaIds(other.api, 1)
    for (const id of [theirs, UNKNOWN_ID]) {
      const { status, body } = await user.api.get(`/map?focus=${id}`)
      expect([status, body.error]).to.deep.equal([404, 'Idea not found'])
    }
    await user.api.post(`/ideas/${d}/merge`, { absorb_id: e })
    const merged = await user.api.get(`/map?focus=${e}`)
    expect([merged.status, merged.body.merged_into]).to.deep.equal([404, d])
    await user.api.delete(`/ideas/${a}`)
    expect((await part(`focus=${b}&depth=5`))[0]).to.have.members([b, c, d])
    expect((await part('limit=100'))[0]).to.deep.equal([d, c, b])
  })

  it('names the parameter that is wrong', async () => {
    const wrong: Readonly<Record<string, string>> = {
      'focus=x': 'focus',
      'focus=0': 'focus',
      'focus=1&depth=6': 'depth',
      'focus=1&depth=0': 'depth',
      'depth=2': 'depth',
      'types=likes': 'types',
      'types=': 'types',
      'status=captured,done': 'status',
      'tags=': 'tags',
      'limit=5001': 'limit',
      'limit=0': 'limit',
    }
    for (const [query, field] of Object.entries(wrong)) {
      expect(brokenFields(await user.api.get(`/map?${query}`)), query).to.deep.equal([field])
    }
    const { body } = await user.api.get('/map?types=blocks,likes')
    expect(body.details[0].message).to.equal(
      'must be one of related, parent, blocks, inspires, duplicate, supersedes',
    )
  })

  it('still answers the whole map without parameters, without truncated', async () => {
    await newIdea(user.api)
    const { body, headers } = await user.api.get('/map')
    expect(body).to.have.all.keys('nodes', 'edges')
    expect(headers.get('etag')).to.be.a('string')
  })

  it('are of one moment: a neighbour is never without its relation, while its place changes', async () => {
    const over = new AbortController()
    const move = async (): Promise<void> => {
      for (let at = 0; !over.signal.aborted; at += 1) {
        const { status } = await user.api.patch(`/ideas/${d}`, { parent_id: at % 2 === 0 ? a : e })
        expect(status).to.equal(200)
      }
    }
    const moving = move()
    try {
      for (let read = 0; read < 300; read += 1) {
        const { status, body } = await user.api.get(`/map?focus=${d}&types=parent`)
        expect(status, JSON.stringify(body)).to.equal(200)
        const { nodes, edges: found }: Part = body
        const ends = new Set(found.flatMap(({ source, target }) => [source, target]))
        expect(nodes.map(({ id }) => id).filter((id) => id !== d && !ends.has(id))).to.deep.equal([])
      }
    } finally {
      over.abort()
      await moving
    }
  })
})

function edges(...pairs: [number, number][]): string[] {
  return pairs.map(([source, target]) => `${source}>${target}`).sort()
}

import { expect } from 'chai'
import neo4j from 'neo4j-driver'
import { ideaQueries } from '../../../src/features/ideas/store.ts'
import { mapQueries } from '../../../src/features/map/store.ts'
import { EdgeType, RELATIONS_PER_IDEA } from '../../../src/features/relations/schema.ts'
import { relationQueries } from '../../../src/features/relations/store.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { profiled } from '../../support/db-hits.ts'
import { newIdeaIds, relate } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

/** Half of the ideas block the hub, the other half are blocked by it. */
const WRITE_HUB = `
MATCH (hub:Idea {id: $hub})
UNWIND range(1, $relations) AS at
CREATE (i:Idea {id: $first + at, userId: hub.userId, title: 'Beside the hub', titleKey: 'beside the hub', body: '', bodyLength: 0,
  status: 'captured', source: 'api', archived: false, createdAt: at, updatedAt: at})
FOREACH (_ IN CASE WHEN at % 2 = 0 THEN [1] ELSE [] END | CREATE (hub)-[:BLOCKS {id: $first + at, createdAt: at}]->(i))
FOREACH (_ IN CASE WHEN at % 2 = 1 THEN [1] ELSE [] END | CREATE (i)-[:BLOCKS {id: $first + at, createdAt: at}]->(hub))`
/** The db hits of reading each relation once, beside what any request costs. */
const ONE_LOOK = RELATIONS_PER_IDEA + 100
const FIRST = 6_000_000_000_000_000

describe('an idea with 10,000 relations', () => {
  let database: TestDatabase
  let user: TestUser
  let hub: number
  let ids: number[]
  let related = 0
  const [blocker, blocked] = [FIRST + 1, FIRST + 2]
  // Before the database is closed.
  after(async () =>
    database.query('MATCH (i:Idea) WHERE i.userId = $userId DETACH DELETE i', { userId: user.user_id }),
  )
  givenDatabase((given) => (database = given))
  before(async () => {
    user = await newUser()
    ;[hub = 0, ...ids] = await newIdeaIds(user.api, 4)
    const numbers = { hub, first: FIRST, relations: RELATIONS_PER_IDEA }
    await database.query(
      WRITE_HUB,
      Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, neo4j.int(value)])),
    )
  })
  /** The db hits of a relation that is judged, and created where nothing speaks against it. */
  const relating = async (sourceId: number, targetId: number): Promise<number> => {
    const created = { id: FIRST - (related += 1), note: null, createdAt: 0, now: 0 }
    const ends = { userId: user.user_id, sourceId, targetId, requestId: null, most: RELATIONS_PER_IDEA }
    return (await profiled(database, relationQueries.createBlocks, { ...created, ...ends })).hits
  }

  it('is shown with all of them, for nine db hits each', async () => {
    const { body } = await user.api.get(`/ideas/${hub}`)
    const { hits } = await profiled(database, ideaQueries.get, { userId: user.user_id, id: hub })

    expect(body.relations).to.have.lengthOf(RELATIONS_PER_IDEA)
    expect(hits).to.be.below(9.1 * RELATIONS_PER_IDEA)
  })

  it('is refused another one with at most a look at each of those that it has', async () => {
    const [idea = 0] = ids
    expect((await relate(user.api, hub, 'blocks', idea)).status).to.equal(409)
    expect((await relate(user.api, idea, 'blocks', hub)).status).to.equal(409)
    expect(await relating(hub, idea)).to.be.below(60)
    expect(await relating(idea, hub)).to.be.below(ONE_LOOK)
  })

  it('costs an idea that is related to one beside it at most a look at each of its relations', async () => {
    const [idea = 0, other = 0, third = 0] = ids
    expect((await relate(user.api, third, 'blocks', idea)).status).to.equal(201)
    expect((await relate(user.api, idea, 'blocks', blocker)).status).to.equal(201)
    const hits = await relating(other, blocker)

    expect(hits).to.be.below(ONE_LOOK)
  })

  it('is on the way of a cycle that is found with at most a look at each of its relations', async () => {
    const refused = await relate(user.api, blocked, 'blocks', blocker)
    expect([refused.status, refused.body.cycle]).to.deep.equal([409, [blocked, blocker, hub, blocked]])
    expect(await relating(blocked, blocker)).to.be.below(ONE_LOOK)
  })

  it('has a neighbourhood of bounded size, found with a bounded number of db hits for each relation', async () => {
    const { body } = await user.api.get(`/map?focus=${hub}&depth=2&limit=100`)
    expect([body.nodes.length, body.nodes[0].id, body.truncated]).to.deep.equal([100, hub, true])
    const types = EdgeType.options
    const all = { userId: user.user_id, types, statuses: null, tagKeys: null }
    const { hits } = await profiled(database, mapQueries.neighbours, {
      ...all,
      ids: [hub],
      seen: [hub],
      limit: 100,
    })
    expect(hits).to.be.below(6.1 * RELATIONS_PER_IDEA)
    const shown = await profiled(database, mapQueries.part, { userId: user.user_id, ids: [hub], types })
    expect(shown.hits).to.be.below(3.1 * RELATIONS_PER_IDEA)
  })

  it('is deleted for a db hit per relation', async () => {
    const { hits } = await profiled(database, ideaQueries.remove, {
      userId: user.user_id,
      id: hub,
      requestId: null,
      now: 0,
    })

    expect(hits).to.be.below(ONE_LOOK)
    expect((await user.api.get(`/ideas/${hub}`)).status).to.equal(404)
  })
})

import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newIdeaIds, newRelation } from '../../support/factories.ts'
import { sharedService, type TestUser } from '../../support/service.ts'
import { connect, type Assistant } from './connecting.ts'
import { newToken } from './tokens.ts'

describe('The tool neighbourhood', () => {
  let database: TestDatabase
  let user: TestUser
  let assistant: Assistant
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await (await sharedService()).createUser('pro')
    assistant = await connect(user.api.origin, await newToken(user))
  })
  afterEach(async () => assistant?.close())

  it('filters by tags that hold commas', async () => {
    const [a, b] = [await newIdea(user.api), await newIdea(user.api, { tags: ['red, blue'] })]
    await newRelation(user.api, a.id, 'related', b.id)
    const { nodes } = (await assistant.call('neighbourhood', { id: a.id, tags: ['red, blue'] })).result
    expect(nodes.map(({ id }: { id: number }) => id)).to.deep.equal([a.id, b.id])
  })

  it('takes empty lists for no filter', async () => {
    const [a, b] = await newIdeaIds(user.api, 2)
    await newRelation(user.api, a, 'blocks', b)
    const { nodes } = (await assistant.call('neighbourhood', { id: a, types: [], tags: [], status: [] }))
      .result
    expect(nodes.map(({ id }: { id: number }) => id)).to.deep.equal([a, b])
    const { length } = (await assistant.call('why_related', { from: a, to: b, types: [] })).result
    expect(length).to.equal(1)
  })

  it('tells, like the tool get, which relations a comparison made', async () => {
    const [a, b] = await newIdeaIds(user.api, 2)
    const id = await newRelation(user.api, a, 'duplicate', b)
    await database.query('MATCH ()-[r {id: $id}]->() SET r.score = 0.9', { id })
    const { edges } = (await assistant.call('neighbourhood', { id: a })).result
    const { relations } = (await assistant.call('get', { id: a })).result
    expect([edges[0].score, relations[0].score]).to.deep.equal([0.9, 0.9])
  })

  it('shows 400 relations at most, those between the nearest ideas', async () => {
    const ids = await newIdeaIds(user.api, 32)
    await database.query(
      `MATCH (a:Idea)
       MATCH (b:Idea)
       WHERE a.userId = $userId AND b.userId = $userId AND a.id < b.id
       CREATE (a)-[:RELATED {id: 1000000000 + a.id * 1000 + b.id, createdAt: 1}]->(b)`,
      { userId: user.user_id },
    )
    const { nodes, edges, truncated } = (await assistant.call('neighbourhood', { id: ids[0] })).result
    expect([nodes.length, edges.length, truncated]).to.deep.equal([32, 400, true])
    const ofFocus = edges.filter(({ source }: { source: number }) => source === ids[0])
    expect(ofFocus).to.have.length.above(25)
  })
})

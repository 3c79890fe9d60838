import { expect } from 'chai'
import { RELATIONS_PER_IDEA } from '../../../src/features/relations/schema.ts'
import { PROBLEMS } from '../../../src/platform/problems.ts'
import type { Reply } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newIdeaIds, relate } from '../../support/factories.ts'
import { fillRelations, removeFilled } from '../../support/filling.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('an idea with as many relations as it may have', () => {
  let user: TestUser
  let database: TestDatabase
  let full: number
  let other: number
  let free: number
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await newUser()
    ;[full = 0, other = 0, free = 0] = await newIdeaIds(user.api, 3)
    await fillRelations(database, [full, other], RELATIONS_PER_IDEA)
  })
  afterEach(async () => removeFilled(database, user.user_id))
  const expectRefused = ({ status, body }: Reply): void => {
    expect([status, body]).to.deep.equal([409, { error: PROBLEMS.relations_too_many.text, idea_id: full }])
  }
  const count = async (): Promise<number> =>
    (await user.api.get('/map')).body.edges.filter(
      ({ source, target }: { source: number; target: number }) => source === full || target === full,
    ).length

  it('is refused another one, whichever end it is and however it is made', async () => {
    const { api } = user
    expectRefused(await relate(api, full, 'blocks', free))
    expectRefused(await relate(api, free, 'blocks', full))
    expectRefused(await api.post(`/ideas/${full}/links`, { target_idea_id: free }))
    expectRefused(await api.post('/ideas', { title: 'Child of a full parent', parent_id: full }))
    expectRefused(await api.patch(`/ideas/${free}`, { title: 'Another', parent_id: full }))
    expectRefused(await api.patch(`/ideas/${full}`, { parent_id: free }))
    expect(await count()).to.equal(RELATIONS_PER_IDEA)
    const { body } = await api.get('/ideas')
    expect(body.map(({ id }: { id: number }) => id)).to.have.members([full, other, free])
  })

  it('may change and replace what it has, also above the limit, and have others deleted', async () => {
    const { api } = user
    await fillRelations(database, [full, other], 2)
    const [relation, , ...rest] = (await api.get(`/ideas/${full}/relations`)).body.outgoing
    expect(rest).to.have.length(RELATIONS_PER_IDEA)
    const changed = await api.patch(`/map/relations/${relation.id}`, {
      relation_type: 'inspires',
      note: 'New',
    })
    expect([changed.status, changed.body.relation_type]).to.deep.equal([200, 'inspires'])
    for (const { id } of rest.slice(0, 3))
      expect((await api.delete(`/map/relations/${id}`)).status).to.equal(204)
    expect((await relate(api, full, 'parent', free)).status).to.equal(201)
    expect(await count()).to.equal(RELATIONS_PER_IDEA)
    const replaced = await api.patch(`/ideas/${free}`, { parent_id: null })
    expect(replaced.body.parent_id).to.equal(null)
    expect((await api.patch(`/ideas/${free}`, { parent_id: full })).status).to.equal(200)
  })

  it('may be called a duplicate by its user, where detection had found the relation the other way round', async () => {
    await database.query(
      `MATCH (t:Idea {id: toInteger($full)})-[r:RELATED]->(s:Idea {id: toInteger($other)}) WITH s, t, r, r.id AS id LIMIT 1
       DELETE r CREATE (s)-[:DUPLICATE {id: id, note: null, createdAt: 1, score: 0.9}]->(t)`,
      { other, full },
    )
    expect((await relate(user.api, full, 'duplicate', other)).status).to.equal(201)
    expect(await count()).to.equal(RELATIONS_PER_IDEA)
  })

  it('may lose thousands of parents at once', async () => {
    await database.query(
      `MATCH (s:Idea {id: toInteger($other)}) MATCH (t:Idea {id: toInteger($free)}) UNWIND range(1, 5000) AS n
       CREATE (s)-[:PARENT {id: toInteger($first) + n, note: null, createdAt: 1}]->(t)`,
      { other, free, first: Date.now() * 1_000 },
    )
    const { status, body } = await user.api.patch(`/ideas/${free}`, { parent_id: null })
    expect([status, body.parent_id]).to.deep.equal([200, null])
  })

  it('may get another parent instead of the one that it has', async () => {
    const { api } = user
    const child = await newIdea(api, { parent_id: free })
    await fillRelations(database, [child.id, full], RELATIONS_PER_IDEA - 1)
    const { id } = await newIdea(api)
    const { status, body } = await api.patch(`/ideas/${child.id}`, { parent_id: id })
    expect([status, body.parent_id]).to.deep.equal([200, id])
  })
})

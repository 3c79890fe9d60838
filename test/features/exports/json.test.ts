import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newIdeaIds, newRelation } from '../../support/factories.ts'
import { newUser, startService, type TestUser } from '../../support/service.ts'
import { allIdeas, exportJson } from './files.ts'

const FLAG = `
MATCH (i:Idea {id: $idea}), (o:Idea {id: $of})
CREATE (p:DuplicatePair {id: toInteger($id), userId: i.userId, score: 0.75, confidence: $confidence, status: $status,
  createdAt: 1000})
CREATE (p)-[:FLAGS]->(i)
CREATE (p)-[:DUPLICATE_OF]->(o)`

describe('POST /api/v1/user/export', () => {
  let user: TestUser
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await newUser()
  })

  /** What a merge will make of the first idea; the second is its survivor, if there still is one. */
  const merge = async (absorbed: number | undefined, survivor?: number): Promise<void> => {
    const [row] = await database.query(
      `MATCH (i:Idea {id: $absorbed}) SET i.archived = true
       WITH i OPTIONAL MATCH (s:Idea {id: $survivor})
       FOREACH (x IN CASE WHEN s IS NULL THEN [] ELSE [s] END | CREATE (i)-[:MERGED_INTO]->(x))
       RETURN i.id AS id`,
      { absorbed, survivor: survivor ?? 0 },
    )
    expect(row).to.deep.equal({ id: absorbed })
  }

  it('holds ideas as lists show them, with parents before children', async () => {
    const { api } = user
    const [late, child] = await newIdeaIds(api, 2)
    const parent = await newIdea(api, { body: 'B', source_url: 'https://example.org', status: 'building' })
    await api.patch(`/ideas/${child}`, { parent_id: parent.id, tags: ['one', 'two'] })
    const { ideas } = await exportJson(api)
    const shown = { archived: false, merged_into: null, processing: false }
    const listed = (await allIdeas(api)).map((idea) => ({ ...idea, ...shown }))
    expect(ideas).to.have.deep.members(listed)
    expect(ideas.map(({ id }) => id)).to.deep.equal([late, parent.id, child])
  })

  it('holds all tags as they are answered, also those that no idea carries', async () => {
    const { api } = user
    await newIdea(api, { tags: ['b', 'A'] })
    await newIdea(api, { tags: ['a'] })
    await api.post('/tags', { name: 'unused', color: '#00ff00' })
    const { tags } = await exportJson(api)
    expect(tags).to.have.deep.members((await api.get('/tags')).body)
  })

  it('holds relations with their score, and links with their idea', async () => {
    const { api } = user
    const [a, b] = await newIdeaIds(api, 2)
    const relation = await newRelation(api, a, 'blocks', b)
    const duplicate = await newRelation(api, b, 'duplicate', a)
    await database.query('MATCH (:Idea {id: $b})-[r:DUPLICATE]->() SET r.score = 0.9', { b })
    const link = (await api.post(`/ideas/${b}/links`, { url: 'https://example.org/x', title: 'X' })).body
    const file = await exportJson(api)
    const { outgoing, incoming } = (await api.get(`/ideas/${a}/relations`)).body
    expect(file.relations).to.have.deep.members([
      { ...outgoing[0], score: null },
      { ...incoming[0], score: 0.9 },
    ])
    expect(file.relations.map(({ id }) => id)).to.have.members([relation, duplicate])
    expect(file.links).to.deep.equal([{ ...link, idea_id: b }])
  })

  it('holds archived ideas with the survivor at the end of the chain, or null when that is gone', async () => {
    const { api } = user
    const [a, b, c, d, e] = await newIdeaIds(api, 5)
    await merge(a, b)
    await merge(b, c)
    await merge(d, e)
    await merge(e)
    const { ideas } = await exportJson(api)
    const facts = ideas.map(({ id, archived, merged_into: into }) => ({ id, archived, into }))
    expect(facts).to.deep.equal([
      { id: c, archived: false, into: null },
      { id: a, archived: true, into: c },
      { id: b, archived: true, into: c },
      { id: d, archived: true, into: null },
      { id: e, archived: true, into: null },
    ])
  })

  it('holds pairs of duplicates of every status', async () => {
    const { api } = user
    const [a = 0, b] = await newIdeaIds(api, 2)
    const first = 6_000_000_000_000 + a * 10
    const statuses = ['pending', 'dismissed', 'merged', 'withdrawn']
    for (const [at, status] of statuses.entries()) {
      const confidence = at === 0 ? null : 0.5
      await database.query(FLAG, { idea: a, of: b, id: first + at, status, confidence })
    }
    const { duplicates } = await exportJson(api)
    expect(duplicates).to.deep.equal(
      statuses.map((status, at) => ({
        id: first + at,
        idea_id: a,
        duplicate_of_id: b,
        similarity_score: 0.75,
        ...(at === 0 ? {} : { confidence: 0.5 }),
        status,
        created_at: '1970-01-01T00:00:01.000Z',
      })),
    )
  })

  it('holds nothing of other users, and nothing at all of an empty account', async () => {
    const other = await newUser()
    await newRelation(other.api, ...twoOf(await newIdeaIds(other.api, 2)))
    const file = await exportJson(user.api)
    expect(file.version).to.equal(1)
    expect([file.ideas, file.tags, file.relations, file.links, file.duplicates]).to.deep.equal([
      [],
      [],
      [],
      [],
      [],
    ])
  })

  it('comes whole when it is longer than a page of anything', async () => {
    const { api } = user
    await database.query(
      `UNWIND range(1, 2500) AS n
       CREATE (i:Idea {id: $first + n, userId: $userId, title: 'Many ' + n, titleKey: 'many ' + n, body: 'b', contentHash: 'h',
         status: 'captured', source: 'api', archived: false, createdAt: 1000 + n / 2, updatedAt: 1000})`,
      { first: 8_000_000_000_000 + Date.now(), userId: user.user_id },
    )
    const [hub] = await newIdeaIds(api, 1)
    await database.query(
      `MATCH (h:Idea {id: $hub}) MATCH (i:Idea {userId: $userId, archived: false}) WHERE i <> h
       CREATE (h)-[:RELATED {id: i.id, createdAt: 1}]->(i)
       CREATE (h)-[:HAS_LINK]->(:Link {id: i.id, url: 'https://example.org', linkType: 'url', createdAt: 1})
       CREATE (:Tag {id: i.id, userId: $userId, name: i.title, nameKey: i.titleKey, createdAt: 1})`,
      { hub, userId: user.user_id },
    )
    const { ideas, relations, links, tags } = await exportJson(api)
    expect([ideas.length, relations.length, links.length, tags.length]).to.deep.equal([
      2501, 2500, 2500, 2500,
    ])
  })

  it('is a file of the day, in UTC', async () => {
    const service = await startService({ clock: () => Date.UTC(2026, 10, 21, 23, 59, 59) })
    try {
      const { api } = await service.createUser()
      for (const [path, extension, type] of [
        ['', 'json', 'application/json'],
        ['/csv', 'csv', 'text/csv'],
        ['/graph?format=graphml', 'graphml', 'application/graphml+xml'],
        ['/graph?format=gexf', 'gexf', 'application/gexf+xml'],
        ['/graph?format=mermaid', 'mmd', 'text/vnd.mermaid'],
        ['/graph?format=cypher', 'cypher', 'application/x-cypher-query'],
      ] as const) {
        const { status, headers } = await api.post(`/user/export${path}`)
        expect(status).to.equal(200)
        expect(headers.get('content-type')).to.equal(`${type}; charset=utf-8`)
        const name = `ideas-2026-11-21.${extension}`
        expect(headers.get('content-disposition')).to.equal(`attachment; filename="${name}"`)
      }
      expect((await exportJson(api)).exported_at).to.equal('2026-11-21T23:59:59.000Z')
    } finally {
      await service.close()
    }
  })
})

function twoOf([a, b]: readonly number[]): [number | undefined, string, number | undefined] {
  return [a, 'related', b]
}

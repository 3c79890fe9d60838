import neo4j, { type Driver, type QueryResult } from 'neo4j-driver'
import type { Ends } from './shapes.ts'
import type { Workloads } from './workloads.ts'

/** Of the local model's embeddings. */
export const DIMENSIONS = 384
const TYPES = 'RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES'
const FIELDS = `i.id AS id, i.title AS title, i.body AS body, i.status AS status, i.source AS source, i.sourceUrl AS sourceUrl,
  i.createdAt AS createdAt, i.updatedAt AS updatedAt, [(i)-[:TAGGED]->(t) | t.name] AS tags`
const DETAIL = `${FIELDS}, [(i)-[:HAS_LINK]->(l) | [l.id, l.url, l.title, l.linkType, l.createdAt]] AS links,
  [(i)-[r:${TYPES}]-(o) | [r.id, o.id, type(r), r.note, r.createdAt]] AS relations`

/** The fastest statements that we know for each request on our graph. Setting a label that is there takes the lock. */
const STATEMENTS = {
  get: `MATCH (i:Idea {id: $id}) WHERE i.userId = $userId RETURN ${DETAIL}`,
  list: `MATCH (l:Ledger {userId: $userId}) WITH l.ideaCount AS total
    MATCH (i:Idea) WHERE i.userId = $userId AND i.archived = false AND i.createdAt > 0 AND i.id > 0
    WITH total, i ORDER BY i.userId DESC, i.archived DESC, i.createdAt DESC, i.id DESC LIMIT 20 RETURN ${FIELDS}, total`,
  listTagged: `MATCH (a:Tag {userId: $userId, nameKey: $one}), (b:Tag {userId: $userId, nameKey: $other})
    MATCH (a)<-[:TAGGED]-(i:Idea)-[:TAGGED]->(b)
    WITH i ORDER BY i.createdAt DESC, i.id DESC WITH collect(i) AS found
    WITH found[..20] AS page, size(found) AS total UNWIND page AS i RETURN ${FIELDS}, total`,
  keyword: `CALL db.index.fulltext.queryNodes('idea_terms', $query, {limit: 20}) YIELD node AS i, score RETURN ${FIELDS}, score`,
  semantic: `CYPHER 25 MATCH (p:PassageA)
      SEARCH p IN (VECTOR INDEX passages_a FOR $vector WHERE p.userId = $userId LIMIT 20) SCORE AS score
    MATCH (p)<-[:HAS_PASSAGE]-(i:Idea) RETURN ${FIELDS}, score`,
  create: `MATCH (l:Ledger {userId: $userId}) SET l.revision = l.revision + 1, l.ideaCount = l.ideaCount + 1
    CREATE (i:Idea {id: $id, userId: $userId, title: $title, titleKey: $title, body: $body, status: 'captured', source: 'api',
      archived: false, createdAt: timestamp(), updatedAt: timestamp()})
    WITH i UNWIND $tags AS name MERGE (t:Tag {userId: $userId, nameKey: name}) CREATE (i)-[:TAGGED]->(t)
    RETURN DISTINCT i.id AS id, i.createdAt AS createdAt`,
  patch: `MATCH (l:Ledger {userId: $userId}) SET l.revision = l.revision + 1
    WITH l MATCH (i:Idea {id: $id}) WHERE i.userId = $userId SET i.title = $title, i.updatedAt = timestamp() RETURN ${DETAIL}`,
  relate: `MATCH (l:Ledger {userId: $userId}) SET l:Ledger WITH l
    MATCH (s:Idea {id: $sourceId, userId: $userId}), (t:Idea {id: $targetId, userId: $userId})
    OPTIONAL MATCH p = shortestPath((t)-[:BLOCKS*1..]->(s))
    FOREACH (_ IN CASE WHEN p IS NULL THEN [1] ELSE [] END |
      CREATE (s)-[:BLOCKS {id: $id, createdAt: timestamp()}]->(t) SET l.revision = l.revision + 1)
    RETURN [n IN nodes(p) | n.id] AS cycle`,
  map: `MATCH (i:Idea) WHERE i.userId = $userId AND i.archived = false
    RETURN i.id, i.title, i.status, i.createdAt, [(i)-[:TAGGED]->(t) | t.name],
      [(i)-[r:${TYPES}]->(j) | [r.id, j.id, type(r), r.note, r.createdAt, r.score]]`,
  revision: 'MATCH (l:Ledger {userId: $userId}) RETURN l.revision',
}

/**
 * The floor: the driver alone with one statement per request, without HTTP, TLS, JSON, authentication, quotas, validation, receipts
 * and background work. Keyword search leaves scoring to Lucene, and semantic search has its vector already.
 */
export function bareWorkloads(driver: Driver, userId: string, nextId: () => number): Workloads {
  const run = async (mode: 'READ' | 'WRITE', text: string, params: object): Promise<QueryResult> => {
    const session = driver.session({ database: 'neo4j', defaultAccessMode: mode, fetchSize: -1 })
    try {
      return await session.run(text, { userId, ...params })
    } finally {
      await session.close()
    }
  }
  const { int } = neo4j
  const relate = async ([source, target]: Ends): Promise<boolean> => {
    const ids = { id: int(nextId()), sourceId: int(source), targetId: int(target) }
    const { records } = await run('WRITE', STATEMENTS.relate, ids)
    return records[0]?.get('cycle') === null
  }
  return {
    get: async (id) => run('READ', STATEMENTS.get, { id: int(id) }),
    getByTool: async (id) => run('READ', STATEMENTS.get, { id: int(id) }),
    list: async () => run('READ', STATEMENTS.list, {}),
    create: async (title, tag) =>
      run('WRITE', STATEMENTS.create, {
        id: int(nextId()),
        title,
        body: 'A body of some words.',
        tags: [tag],
      }),
    patch: async (id, title) => run('WRITE', STATEMENTS.patch, { id: int(id), title }),
    async relate(ends) {
      if (!(await relate(ends))) throw new Error('a relation was refused')
    },
    async refuse(ends) {
      if (await relate(ends)) throw new Error('a cycle was accepted')
    },
    listTagged: async ([one, other]) => run('READ', STATEMENTS.listTagged, { one, other }),
    keyword: async (words) => {
      const either = words.join(' ')
      const query = `+userId:"${userId}"^0 +(title:(${either}) body:(${either}))`
      return run('READ', STATEMENTS.keyword, { query })
    },
    semantic: async () => run('READ', STATEMENTS.semantic, { vector: randomVector() }),
    mapUnchanged: async () => run('READ', STATEMENTS.revision, {}),
    map: async () => run('READ', STATEMENTS.map, {}),
  }
}

/** A driver that maps values as the service's does, otherwise with default options. */
export function bareDriver(uri: string, user: string, password: string): Driver {
  const auth = password === '' ? undefined : neo4j.auth.basic(user, password)
  return neo4j.driver(uri, auth, { disableLosslessIntegers: true, telemetryDisabled: true })
}

function randomVector(): number[] {
  return Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5)
}

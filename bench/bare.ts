import neo4j, { type Driver } from 'neo4j-driver'
import type { Workloads } from './workloads.ts'

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
}

/**
 * The floor: the driver alone with one statement per request, without HTTP, TLS, JSON, authentication, quotas, validation, receipts
 * and background work.
 */
export function bareWorkloads(driver: Driver, userId: string, nextId: () => number): Workloads {
  const run = async (mode: 'READ' | 'WRITE', text: string, params: object): Promise<unknown> => {
    const session = driver.session({ database: 'neo4j', defaultAccessMode: mode, fetchSize: -1 })
    try {
      return await session.run(text, { userId, ...params })
    } finally {
      await session.close()
    }
  }
  const { int } = neo4j
  return {
    get: async (id) => run('READ', STATEMENTS.get, { id: int(id) }),
    list: async () => run('READ', STATEMENTS.list, {}),
    create: async (title, tag) =>
      run('WRITE', STATEMENTS.create, {
        id: int(nextId()),
        title,
        body: 'A body of some words.',
        tags: [tag],
      }),
    patch: async (id, title) => run('WRITE', STATEMENTS.patch, { id: int(id), title }),
    relate: async (sourceId, targetId) =>
      run('WRITE', STATEMENTS.relate, {
        id: int(nextId()),
        sourceId: int(sourceId),
        targetId: int(targetId),
      }),
    map: async () => run('READ', STATEMENTS.map, {}),
  }
}

/** A driver that maps values as the service's does, otherwise with default options. */
export function bareDriver(uri: string, user: string, password: string): Driver {
  const auth = password === '' ? undefined : neo4j.auth.basic(user, password)
  return neo4j.driver(uri, auth, { disableLosslessIntegers: true, telemetryDisabled: true })
}

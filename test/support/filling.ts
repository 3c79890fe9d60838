import type { TestDatabase } from './database.ts'

type Database = Pick<TestDatabase, 'query'>

/** Unused ids from here on: far above those of sequences. */
const freshIds = (): number => Date.now() * 1_000

/** Gives an idea so many more links. */
export async function fillLinks({ query }: Database, ideaId: number, count: number): Promise<void> {
  await query(
    `MATCH (i:Idea {id: toInteger($ideaId)}) UNWIND range(1, $count) AS n
     CREATE (i)-[:HAS_LINK]->(:Link {id: toInteger($first) + n, url: 'https://example.org/' + (toInteger($first) + n), title: null,
       linkType: 'url', createdAt: 1})`,
    { ideaId, count, first: freshIds() },
  )
}

/** Gives two ideas so many more relations with each other. */
export async function fillRelations(
  { query }: Database,
  [sourceId, targetId]: readonly [number, number],
  count: number,
): Promise<void> {
  await query(
    `MATCH (s:Idea {id: toInteger($sourceId)}) MATCH (t:Idea {id: toInteger($targetId)}) UNWIND range(1, $count) AS n
     CREATE (s)-[:RELATED {id: toInteger($first) + n, note: null, createdAt: 1}]->(t)`,
    { sourceId, targetId, count, first: freshIds() },
  )
}

/** Gives an account so many more tags. */
export async function fillTags({ query }: Database, userId: string, count: number): Promise<void> {
  await query(
    `UNWIND range(1, $count) AS n
     CREATE (:Tag {id: toInteger($first) + n, userId: $userId, name: 'filled-' + n, nameKey: 'filled-' + n,
       createdAt: 1})`,
    { userId, count, first: freshIds() },
  )
}

/** Removes all ideas and tags of an account: dense ideas would change the plans of later tests. */
export async function removeFilled({ query }: Database, userId: string): Promise<void> {
  await query('MATCH (i:Idea {userId: $userId}) OPTIONAL MATCH (i)-[:HAS_LINK]->(l) DETACH DELETE i, l', {
    userId,
  })
  await query('MATCH (t:Tag {userId: $userId}) DETACH DELETE t', { userId })
}

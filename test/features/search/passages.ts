import neo4j from 'neo4j-driver'
import type { TestDatabase } from '../../support/database.ts'
import { DIMENSIONS } from '../../support/server-data.ts'

/** A vector of length 1 whose cosine with `towards(1)` is the given one; `turn` makes others of the same cosine. */
export function towards(cosine: number, turn = 0): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0)
  vector[0] = cosine
  vector[1 + (turn % (DIMENSIONS - 1))] = Math.sqrt(1 - cosine * cosine)
  return vector
}

/** An idea with passages of its own making. */
export type Planted = Readonly<{
  title?: string
  body?: string
  status?: string
  tags?: readonly string[]
  archived?: boolean
  passages?: readonly Readonly<{ text?: string; embedding: readonly number[] }>[]
}>

let planted = 4_000_000_000_000_000 + process.pid * 1_000_000_000

/** Writes ideas past the service, so that nothing else embeds them; answers their ids, which rise. */
export async function plant(
  { query }: TestDatabase,
  userId: string,
  ideas: readonly Planted[],
  slot: 'a' | 'b' = 'a',
): Promise<number[]> {
  const rows = ideas.map((idea) => {
    planted += 1
    const { title = `Planted ${planted}`, body = '', status = 'captured', tags = [], archived = false } = idea
    const passages = (idea.passages ?? []).map(({ text = title, embedding }, at) => ({
      position: neo4j.int(at),
      text,
      embedding,
    }))
    return { id: neo4j.int(planted), title, body, status, tags, archived, passages }
  })
  const size = 250
  for (let at = 0; at < rows.length; at += size) {
    await query(
      `UNWIND $rows AS row
      CREATE (i:Idea {id: row.id, userId: $userId, title: row.title, titleKey: row.title, body: row.body,
        status: row.status, source: 'api', archived: row.archived, createdAt: row.id, updatedAt: row.id})
      FOREACH (tag IN row.tags |
        MERGE (t:Tag {userId: $userId, nameKey: tag}) ON CREATE SET t.id = -row.id, t.name = tag
        CREATE (i)-[:TAGGED {position: 0}]->(t))
      FOREACH (p IN row.passages |
        CREATE (i)-[:HAS_PASSAGE]->(:Passage:$($label) {userId: $userId, position: p.position, text: p.text,
          hash: '', embedding: p.embedding}))`,
      { rows: rows.slice(at, at + size), userId, label: `Passage${slot.toUpperCase()}` },
    )
  }
  await query('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()')
  return rows.map(({ id }) => id.toNumber())
}

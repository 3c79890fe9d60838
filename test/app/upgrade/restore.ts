import { readFileSync } from 'node:fs'
import neo4j from 'neo4j-driver'
import type { OwnServers } from '../../support/own-servers.ts'

type Properties = Readonly<Record<string, unknown>>

/**
 * A database as the commit in the name of its file left it: an account with ideas, relations, a merge, pairs of duplicates, a
 * key of every kind, an idempotent answer, a job that was given up and one that nobody has taken yet; and what the API
 * answered then. Numbers are as JSON has them, vectors with five digits.
 */
export type Filled = Readonly<{
  masterKey: string
  user: Readonly<{ user_id: string; email: string; api_key: string; session_token: string; password: string }>
  key: string
  mcpToken: string
  ids: Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'given' | 'queued' | 'dismissed', number>>
  reply: Readonly<Record<string, unknown>>
  export: Readonly<Record<'ideas' | 'tags' | 'relations' | 'links' | 'duplicates', Record<string, unknown>[]>>
  merges: readonly unknown[]
  map: Readonly<{ nodes: Record<string, unknown>[]; edges: Record<string, unknown>[] }>
  schema: readonly string[]
  nodes: readonly Readonly<{ labels: string[]; properties: Properties }>[]
  relationships: readonly Readonly<{ start: number; end: number; type: string; properties: Properties }>[]
}>

/** Reads the file of a commit beside this one. */
export function readFilled(commit: string): Filled {
  return JSON.parse(readFileSync(new URL(`${commit}.json`, import.meta.url), 'utf8')) as Filled
}

/** What lapses by the clock is as old as if the database had been filled just now. */
const LAPSING: ReadonlySet<string> = new Set(['Session', 'Reply', 'Receipt'])

/** Puts a database into the place of all that is in empty servers, schema and migrations included. */
export async function restore(
  { query }: OwnServers,
  { nodes, relationships, schema }: Filled,
): Promise<void> {
  for (const { name } of await query('SHOW CONSTRAINTS YIELD name'))
    await query(`DROP CONSTRAINT ${String(name)}`)
  for (const { name } of await query(`SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name`)) {
    await query(`DROP INDEX ${String(name)}`)
  }
  await query('MATCH (n) DETACH DELETE n')
  for (const statement of schema) await query(statement)
  const latest = Math.max(...nodes.map(({ properties }) => Number(properties['createdAt'] ?? 0)))
  const late = Date.now() - latest
  const rows = nodes.map(({ labels, properties }, place) => ({
    place,
    labels,
    properties: integers(labels.some((label) => LAPSING.has(label)) ? shifted(properties, late) : properties),
  }))
  await query('UNWIND $rows AS row CREATE (n:$(row.labels)) SET n = row.properties, n.place = row.place', {
    rows,
  })
  const edges = relationships.map((edge) => ({ ...edge, properties: integers(edge.properties) }))
  await query(
    `UNWIND $edges AS edge
     MATCH (a {place: edge.start}), (b {place: edge.end})
     CREATE (a)-[r:$(edge.type)]->(b) SET r = edge.properties`,
    { edges },
  )
  await query('MATCH (n) REMOVE n.place')
  await query('CALL db.awaitIndexes(60)')
}

function shifted(properties: Properties, byMs: number): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('At') ? value + byMs : value,
    ]),
  )
}

/** JSON knows no integers; in the graph every whole number of the service is one, but for scores. */
function integers(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const isWhole = Number.isSafeInteger(value) && !['score', 'confidence'].includes(name)
      return [name, isWhole ? neo4j.int(value as number) : value]
    }),
  )
}

import type { RelationType } from '../relations/schema.ts'
import type { GraphEdge, GraphFormatWriter, GraphNode } from './graph-format.ts'

const INTRODUCTION = `// Rebuilds the graph in an empty Neo4j 5 or later: (:Idea)-[:TAGGED]->(:Tag) and the relations between ideas.
// Times are milliseconds since 1970: datetime({epochMillis: i.createdAt}). Loading it again changes nothing.
//   cypher-shell -u neo4j -f <this file>
// or open it in Neo4j Browser and run it.
CREATE CONSTRAINT idea_id IF NOT EXISTS FOR (n:Idea) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT tag_id IF NOT EXISTS FOR (n:Tag) REQUIRE n.id IS UNIQUE;
`
const CREATE_IDEAS = `MERGE (i:Idea {id: row.id})
SET i.title = row.title, i.status = row.status, i.createdAt = row.createdAt
WITH i, row
UNWIND row.tags AS tag
MERGE (t:Tag {id: tag.id})
SET t.name = tag.name
MERGE (i)-[x:TAGGED]->(t)
SET x.position = tag.position;
`

/** Statements for Neo4j in the words of the service's own graph; each holds one page, so that none grows large. */
export const cypher: GraphFormatWriter = {
  mediaType: 'application/x-cypher-query',
  extension: 'cypher',
  head: (exportedAt) => `// Ideas, exported ${exportedAt}.\n${INTRODUCTION}`,
  nodes: (page) => (page.length === 0 ? '' : unwind(page.map(nodeRow), CREATE_IDEAS)),
  between: '',
  edges: (page) =>
    [...Map.groupBy(page, ({ type }) => type)]
      .map(([type, edges]) => unwind(edges.map(edgeRow), createRelations(type)))
      .join(''),
  tail: '',
}

function unwind(rows: readonly string[], work: string): string {
  return `UNWIND [\n  ${rows.join(',\n  ')}\n] AS row\n${work}`
}

function createRelations(type: RelationType): string {
  return `MATCH (s:Idea {id: row.source})
MATCH (t:Idea {id: row.target})
MERGE (s)-[r:${type.toUpperCase()} {id: row.id}]->(t)
SET r.note = row.note, r.score = row.score, r.createdAt = row.createdAt;
`
}

function nodeRow({ id, title, status, tags, createdAt }: GraphNode): string {
  const carried = tags.map(({ id: tagId, name }, position) => literal({ id: tagId, name, position }))
  return `{id: ${id}, title: ${text(title)}, status: ${text(status)}, createdAt: ${createdAt}, tags: [${carried.join(', ')}]}`
}

function edgeRow({ id, source, target, note, score, createdAt }: GraphEdge): string {
  return literal({ id, source, target, note, score, createdAt })
}

function literal(map: Readonly<Record<string, string | number | null>>): string {
  const entries = Object.entries(map).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? text(value) : String(value)}`,
  )
  return `{${entries.join(', ')}}`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** A string literal on one line; other control characters and what could end a line are written as `\uXXXX`. */
function text(value: string): string {
  const escaped = value.replaceAll(
    /[\\'\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu,
    (found) => ESCAPES[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `'${escaped}'`
}

import type { RelationType } from '../relations/schema.ts'
import type { GraphEdge, GraphFormatWriter, GraphNode } from './graph-format.ts'

const INTRODUCTION = `// Rebuilds the graph in an empty Neo4j 5 or later: (:Idea)-[:TAGGED]->(:Tag) and the relations between ideas.
// Times are milliseconds since 1970: datetime({epochMillis: i.createdAt}). Loading it again changes nothing.
//   cypher-shell -u neo4j -f <this file>
// or open it in Neo4j Browser and run it.
CREATE CONSTRAINT idea_id IF NOT EXISTS FOR (n:Idea) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT tag_id IF NOT EXISTS FOR (n:Tag) REQUIRE n.id IS UNIQUE;
`
const CREATE_IDEAS = `WITH row[0] AS id, row[1] AS title, row[2] AS status, row[3] AS createdAt, row[4] AS tags
MERGE (i:Idea {id: id})
SET i.title = title, i.status = status, i.createdAt = createdAt
WITH i, tags
UNWIND range(0, size(tags) - 1) AS position
MERGE (t:Tag {id: tags[position][0]})
SET t.name = tags[position][1]
MERGE (i)-[x:TAGGED]->(t)
SET x.position = position;
`
/** Rows per statement, because Neo4j plans long statements slowly. */
const ROWS = 200

/** Cypher statements with the labels and properties of the service's own graph. */
export const cypher: GraphFormatWriter = {
  mediaType: 'application/x-cypher-query',
  extension: 'cypher',
  head: (exportedAt) => `// Ideas, exported ${exportedAt}.\n${INTRODUCTION}`,
  nodes: (page) => unwind(page.map(nodeRow), CREATE_IDEAS),
  between: '',
  edges: (page) =>
    [...Map.groupBy(page, ({ type }) => type)]
      .map(([type, edges]) => unwind(edges.map(edgeRow), createRelations(type)))
      .join(''),
  tail: '',
}

function unwind(rows: readonly string[], work: string): string {
  const statements: string[] = []
  for (let from = 0; from < rows.length; from += ROWS) {
    statements.push(`UNWIND [\n  ${rows.slice(from, from + ROWS).join(',\n  ')}\n] AS row\n${work}`)
  }
  return statements.join('')
}

function createRelations(type: RelationType): string {
  return `WITH row[0] AS id, row[1] AS source, row[2] AS target, row[3] AS note, row[4] AS score, row[5] AS createdAt
MATCH (s:Idea {id: source})
MATCH (t:Idea {id: target})
MERGE (s)-[r:${type.toUpperCase()} {id: id}]->(t)
SET r.note = note, r.score = score, r.createdAt = createdAt;
`
}

function nodeRow({ id, title, status, tags, createdAt }: GraphNode): string {
  return literal([id, title, status, createdAt, tags.map((tag) => [tag.id, tag.name])])
}

function edgeRow({ id, source, target, note, score, createdAt }: GraphEdge): string {
  return literal([id, source, target, note, score, createdAt])
}

type Value = string | number | null | readonly Value[]

function literal(value: Value): string {
  if (typeof value === 'string') return text(value)
  return typeof value === 'object' && value !== null ? `[${value.map(literal).join(', ')}]` : String(value)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** A string literal on one line; control characters and line separators are escaped. */
function text(value: string): string {
  const escaped = value.replaceAll(
    /[\\'\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu,
    (found) => ESCAPES[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `'${escaped}'`
}

import type { RelationRow } from '../relations/present.ts'
import { RELATION_TYPES } from '../relations/schema.ts'
import { cypher } from './cypher.ts'
import { gexf } from './gexf.ts'
import type { GraphEdge, GraphFormatWriter } from './graph-format.ts'
import { graphml } from './graphml.ts'
import { mermaid } from './mermaid.ts'
import type { ExportSource } from './source.ts'
import type { GraphFormat } from './schema.ts'
import { createExportedTags } from './exported-tags.ts'

/** The writer of each format. */
export const WRITERS: Readonly<Record<GraphFormat, GraphFormatWriter>> = { graphml, gexf, mermaid, cypher }

/** Streams the active ideas and the relations between them as a graph file. */
export async function* graphExport(
  source: ExportSource,
  writer: GraphFormatWriter,
  exportedAt: string,
): AsyncGenerator<string> {
  const exportedTags = createExportedTags()
  yield writer.head(exportedAt)
  for await (const page of source.nodes())
    yield writer.nodes(page.map((row) => ({ ...row, tags: exportedTags.of(row) })))
  yield writer.between
  for await (const page of source.relations()) yield writer.edges(page.map(graphEdge))
  yield writer.tail
}

function graphEdge({ sourceId: source, targetId: target, type, ...row }: RelationRow): GraphEdge {
  return { ...row, source, target, type: RELATION_TYPES[type] }
}

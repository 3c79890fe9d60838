import { z } from 'zod'
import { timestamp } from '../../platform/schema.ts'
import { IdeaStatus } from '../ideas/schema.ts'
import { EdgeType, RELATION_TYPES } from '../relations/schema.ts'
import type { Edge, Node } from './schema.ts'

/** One idea with its tags (position, name) and outgoing relations (id, target, type, note, createdAt, score). */
export const MapRow = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: IdeaStatus,
  createdAt: z.int(),
  connectionCount: z.int(),
  tags: z.array(z.tuple([z.int(), z.string()])),
  edges: z.array(
    z.tuple([z.int(), z.int(), EdgeType, z.string().nullable(), z.int(), z.number().nullable()]),
  ),
})
export type MapRow = z.infer<typeof MapRow>

/** Maps an idea to a node of the map. */
export function presentNode(row: MapRow): Node {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    tags: row.tags.sort(([a], [b]) => a - b).map(([, name]) => name),
    connectionCount: row.connectionCount,
    created_at: timestamp(row.createdAt),
  }
}

/** Maps an outgoing relation of the idea `source` to an edge of the map. */
export function presentEdge(
  source: number,
  [id, target, type, note, createdAt, score]: MapRow['edges'][number],
): Edge {
  const relationType = RELATION_TYPES[type]
  return {
    id,
    source,
    target,
    relation_type: relationType,
    type: relationType,
    note,
    score,
    created_at: timestamp(createdAt),
  }
}

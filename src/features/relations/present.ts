import { z } from 'zod'
import { timestamp } from '../../platform/schema.ts'
import { EdgeType, RELATION_TYPES, type Relation } from './schema.ts'

/** A relation as stored; `score` is set for an automatic `duplicate`. */
export const RelationRow = z.strictObject({
  id: z.int(),
  sourceId: z.int(),
  targetId: z.int(),
  type: EdgeType,
  note: z.string().nullable(),
  createdAt: z.int(),
  score: z.number().nullable(),
})
export type RelationRow = z.infer<typeof RelationRow>

/** Maps a relation to its API form. */
export function presentRelation(row: RelationRow): Relation {
  return {
    id: row.id,
    source_idea_id: row.sourceId,
    target_idea_id: row.targetId,
    relation_type: RELATION_TYPES[row.type],
    note: row.note,
    created_at: timestamp(row.createdAt),
    score: row.score,
  }
}

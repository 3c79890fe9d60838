import { z } from 'zod'
import { Flag, Id, text, Timestamp } from '../../platform/schema.ts'

/** Maximum number of relations of an idea, outgoing and incoming. */
export const RELATIONS_PER_IDEA = 10_000

/** The types of relations. */
export const RelationType = z
  .enum(['related', 'parent', 'blocks', 'inspires', 'duplicate', 'supersedes'])
  .meta({ id: 'RelationType' })
export type RelationType = z.infer<typeof RelationType>

/** The types of relations as relationship types in the graph. */
export const EdgeType = z.enum(['RELATED', 'PARENT', 'BLOCKS', 'INSPIRES', 'DUPLICATE', 'SUPERSEDES'])
export type EdgeType = z.infer<typeof EdgeType>

/** Each type as it is in the graph. */
export const EDGE_TYPES = {
  related: 'RELATED',
  parent: 'PARENT',
  blocks: 'BLOCKS',
  inspires: 'INSPIRES',
  duplicate: 'DUPLICATE',
  supersedes: 'SUPERSEDES',
} as const satisfies Record<RelationType, EdgeType>

/** Each type of the graph as clients know it. */
export const RELATION_TYPES = {
  RELATED: 'related',
  PARENT: 'parent',
  BLOCKS: 'blocks',
  INSPIRES: 'inspires',
  DUPLICATE: 'duplicate',
  SUPERSEDES: 'supersedes',
} as const satisfies Record<EdgeType, RelationType>

/** A typed edge from one idea to another. */
export const Relation = z
  .object({
    id: Id,
    source_idea_id: Id,
    target_idea_id: Id,
    relation_type: RelationType,
    note: z.string().nullable(),
    created_at: Timestamp,
    score: z.number().nullable().meta({
      description: 'How alike the two are, where the detection of duplicates made the relation; else null',
    }),
  })
  .meta({ id: 'Relation' })
export type Relation = z.infer<typeof Relation>

/** The outgoing and incoming relations of an idea. */
export const RelationsOfIdea = z
  .object({ outgoing: z.array(Relation), incoming: z.array(Relation) })
  .meta({ id: 'RelationsOfIdea' })
export type RelationsOfIdea = z.infer<typeof RelationsOfIdea>

const note = text({ max: 500 }).nullable()

/** The body of POST /map/relations. */
export const CreateRelation = z
  .object({
    source_idea_id: Id,
    target_idea_id: Id,
    relation_type: RelationType.default('related'),
    note: note.default(null),
  })
  .meta({ id: 'CreateRelation' })
export type CreateRelation = z.infer<typeof CreateRelation>

/** The body of PATCH /map/relations/:id. */
export const UpdateRelation = z
  .object({ relation_type: RelationType.optional(), note: note.optional() })
  .meta({ id: 'UpdateRelation' })
export type UpdateRelation = z.infer<typeof UpdateRelation>

/** `force=true` lets a `supersedes` relation close a cycle. */
export const ForceQuery = z.object({ force: Flag.default(false) })

import { z } from 'zod'
import { Id, Timestamp } from '../../platform/schema.ts'
import { IdeaStatus } from '../ideas/schema.ts'
import { RelationType } from '../relations/schema.ts'

const Node = z
  .object({
    id: Id,
    title: z.string(),
    status: IdeaStatus,
    tags: z.array(z.string()),
    connectionCount: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: 'MapNode' })
export type Node = z.infer<typeof Node>

const Edge = z
  .object({
    id: Id,
    source: Id,
    target: Id,
    relation_type: RelationType,
    type: RelationType.meta({ description: 'The same as relation_type' }),
    note: z.string().nullable(),
    score: z.number().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'MapEdge' })
export type Edge = z.infer<typeof Edge>

/** The whole graph of a user. */
export const GraphMap = z.object({ nodes: z.array(Node), edges: z.array(Edge) }).meta({ id: 'Map' })

import { z } from 'zod'
import { Id, several, Timestamp, wholeNumber } from '../../platform/schema.ts'
import { IdeaStatus } from '../ideas/schema.ts'
import { Relation, RelationType } from '../relations/schema.ts'
import { TagName } from '../tags/schema.ts'

/** An idea on the map. */
export const Node = z
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

/** A relation on the map. */
export const Edge = z
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

/** The whole graph of a user, or the part of it that was asked for. */
export const GraphMap = z
  .object({
    nodes: z.array(Node),
    edges: z.array(Edge),
    truncated: z.boolean().optional().meta({
      description: 'Of an answer to parameters: whether there is more of it than `limit` nodes',
    }),
  })
  .meta({ id: 'Map' })

/** Limits of a part of the map. */
export const MAP_LIMITS = { depth: 5, nodes: 5_000 } as const
/** Maximum number of nodes of a part without `limit`. */
export const DEFAULT_NODES = 500

const ideaId = (name: string) => wholeNumber(name, 1, Number.MAX_SAFE_INTEGER)
const types = several(RelationType)
  .optional()
  .meta({ description: 'Only relations of these types, by commas or repeated' })

/** The query of GET /map. */
export const MapQuery = z
  .object({
    focus: ideaId('focus').optional().meta({ description: 'The idea whose neighbourhood is asked for' }),
    depth: wholeNumber('depth', 1, MAP_LIMITS.depth)
      .optional()
      .meta({ description: 'Relations from the focus to the farthest ideas, 1 if it is not given' }),
    types,
    tags: several(TagName)
      .optional()
      .meta({ description: 'Only ideas with one of these tags, by commas or repeated' }),
    status: several(IdeaStatus)
      .optional()
      .meta({ description: 'Only ideas of one of these, by commas or repeated' }),
    limit: wholeNumber('limit', 1, MAP_LIMITS.nodes)
      .optional()
      .meta({ description: `Maximum number of nodes, ${DEFAULT_NODES} if other parameters are given` }),
  })
  .refine(({ depth, focus }) => depth === undefined || focus !== undefined, {
    path: ['depth'],
    error: 'needs a focus',
    when: () => true,
  })
export type MapQuery = z.infer<typeof MapQuery>

/** The query of GET /map/path. */
export const PathQuery = z.object({ from: ideaId('from'), to: ideaId('to'), types })
export type PathQuery = z.infer<typeof PathQuery>

/** An idea on a path. */
export const PathIdea = z.object({ id: Id, title: z.string(), status: IdeaStatus }).meta({ id: 'PathIdea' })

/** The answer of GET /map/path. */
export const MapPath = z
  .object({
    path: z.array(PathIdea).nullable().meta({ description: 'From `from` to `to`; null if there is none' }),
    relations: z.array(Relation).meta({ description: 'Those between the ideas of the path, in its order' }),
  })
  .meta({ id: 'MapPath' })
export type MapPath = z.infer<typeof MapPath>

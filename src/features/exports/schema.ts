import { z } from 'zod'
import { DuplicateStatus } from '../duplicates/schema.ts'
import { Id, Timestamp } from '../../platform/schema.ts'
import { Idea } from '../ideas/schema.ts'
import { Link } from '../links/schema.ts'
import { Relation } from '../relations/schema.ts'
import { Tag } from '../tags/schema.ts'

/** Exports of each kind per account. */
export const EXPORT_LIMITS = { atOnce: 2 } as const

/** The version of the JSON format. */
export const EXPORT_VERSION = 1

/** An idea, active or archived. */
export const ExportedIdea = Idea.extend({
  archived: z.boolean(),
  merged_into: Id.nullable().meta({
    description: 'Of an archived idea: the active one at the end of its chain of merges',
  }),
}).meta({ id: 'ExportedIdea' })
export type ExportedIdea = z.infer<typeof ExportedIdea>

/** A link with the id of its idea. */
const ExportedLink = Link.extend({ idea_id: Id }).meta({ id: 'ExportedLink' })

/** A pair of possible duplicates of any status; `confidence` and `reasons` are absent if the detector gave none. */
export const ExportedDuplicate = z
  .object({
    id: Id,
    idea_id: Id,
    duplicate_of_id: Id,
    similarity_score: z.number(),
    confidence: z.number().optional(),
    reasons: z.array(z.string()).optional(),
    status: DuplicateStatus,
    created_at: Timestamp,
  })
  .meta({ id: 'ExportedDuplicate' })
export type ExportedDuplicate = z.infer<typeof ExportedDuplicate>

/** The JSON file: all data of one user, without dangling references. */
export const Export = z
  .object({
    version: z.literal(EXPORT_VERSION),
    exported_at: Timestamp,
    ideas: z.array(ExportedIdea),
    tags: z.array(Tag),
    relations: z.array(Relation),
    links: z.array(ExportedLink),
    duplicates: z.array(ExportedDuplicate),
  })
  .meta({ id: 'Export' })
export type Export = z.infer<typeof Export>

/** The query of POST /user/export. */
export const ExportQuery = z.object({ format: z.enum(['json', 'archive']).default('json') })

/** The formats of the graph export. */
export const GraphFormat = z.enum(['graphml', 'gexf', 'mermaid', 'cypher']).meta({ id: 'GraphFormat' })
export type GraphFormat = z.infer<typeof GraphFormat>

/** The query of POST /user/export/graph. */
export const ExportGraphQuery = z.object({ format: GraphFormat })

import { z } from 'zod'
import { DuplicateStatus } from '../duplicates/schema.ts'
import { Id, Timestamp } from '../fields.ts'
import { Idea } from '../ideas/schema.ts'
import { Link } from '../links/schema.ts'
import { Relation } from '../relations/schema.ts'
import { Tag } from '../tags/schema.ts'

/** The version of the JSON file's shape. */
export const EXPORT_VERSION = 1

/** An idea as lists show it, archived or not. */
export const ExportedIdea = Idea.extend({
  archived: z.boolean(),
  merged_into: Id.nullable().meta({
    description: 'Of an archived idea: the active one at the end of its chain of merges',
  }),
}).meta({ id: 'ExportedIdea' })
export type ExportedIdea = z.infer<typeof ExportedIdea>

/** A relation with the similarity of an automatic `duplicate`. */
export const ExportedRelation = Relation.extend({ score: z.number().nullable() }).meta({
  id: 'ExportedRelation',
})
export type ExportedRelation = z.infer<typeof ExportedRelation>

/** A link with the idea that it belongs to. */
export const ExportedLink = Link.extend({ idea_id: Id }).meta({ id: 'ExportedLink' })
export type ExportedLink = z.infer<typeof ExportedLink>

/** A pair of possible duplicates of any status; `confidence` and `reasons` are missing where the detector told none. */
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

/** The JSON file: everything of one user, every reference within it. */
export const Export = z
  .object({
    version: z.literal(EXPORT_VERSION),
    exported_at: Timestamp,
    ideas: z.array(ExportedIdea),
    tags: z.array(Tag),
    relations: z.array(ExportedRelation),
    links: z.array(ExportedLink),
    duplicates: z.array(ExportedDuplicate),
  })
  .meta({ id: 'Export' })
export type Export = z.infer<typeof Export>

/** The formats of the graph export. */
export const GraphFormat = z.enum(['graphml', 'gexf', 'mermaid', 'cypher']).meta({ id: 'GraphFormat' })
export type GraphFormat = z.infer<typeof GraphFormat>

/** The query of POST /user/export/graph. */
export const ExportGraphQuery = z.object({ format: GraphFormat })

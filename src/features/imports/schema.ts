import { z } from 'zod'
import { DuplicateStatus } from '../duplicates/schema.ts'
import { bounded, Flag, Id, Moment, text } from '../../platform/schema.ts'
import { FileName, MediaType, UNKNOWN_TYPE } from '../attachments/schema.ts'
import { CreateIdea, Idea } from '../ideas/schema.ts'
import { CreateLink, LINKS_PER_IDEA } from '../links/schema.ts'
import { CreateRelation } from '../relations/schema.ts'
import { CreateTag, MAX_LISTED } from '../tags/schema.ts'

/** The limits of an import. */
export const IMPORT_LIMITS = {
  fileBytes: 1_073_741_824,
  /** Records of a file; of JSON Lines, its lines that are not blank. */
  records: 250_000,
  recordBytes: 1_048_576,
  /** Objects and lists in a record: those of an idea with all its links and tags are fewer. */
  recordParts: 11_000,
  /** Bytes of an export file outside its records. */
  frameBytes: 4_194_304,
  /** Bytes of the name of a list. */
  keyBytes: 100,
  /** Levels of objects and lists in an export file. */
  nesting: 100,
  /** Rejections that a report names; the others are only counted. */
  rejections: 1_000,
  /** Of an export file: links and relations of an idea, and tags, so that what stood above a limit already stays importable. */
  exportedLinks: 5_000,
  exportedRelations: 20_000,
  exportedTags: 20_000,
  /** Imports of an account at once, over all processes. */
  atOnce: 2,
  /** Files that a process takes in at once, one per user. */
  uploads: 8,
  /** Files that a process validates and writes at once. */
  running: 2,
  /** How long a file waits to be taken in, and how long to be validated. */
  uploadWaitMs: 3_000,
  runWaitMs: 60_000,
  /** How long an import is remembered, so that a repeat goes on or changes nothing. */
  keptMs: 90 * 24 * 60 * 60_000,
} as const

/** Forms of ISO 8601 beyond RFC 3339, which other programs write: `2026-11-28T18:30+0100`. */
const LOOSE = /^(?<day>[\d-]+)[Tt ](?<minute>\d\d:\d\d)(?<second>:[\d.,]+)?(?<zone>[Zz]|[+-]\d\d(?::?\d\d)?)$/

/** A timestamp as RFC 3339 writes it; what is none stays as it is. */
function strictMoment(value: string): string {
  const { day, minute, second = ':00', zone = '' } = LOOSE.exec(value)?.groups ?? {}
  if (day === undefined) return value
  const offset =
    zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  return `${day}T${minute}${second.replace(',', '.')}${offset}`
}

/** A timestamp in a file, parsed to milliseconds since 1970. */
const ImportedMoment = z.string().transform(strictMoment).pipe(Moment)

/** An idea in a file; `id` is only for references within the file. */
export const ImportedIdea = CreateIdea.extend({
  id: Id.optional(),
  source: Idea.shape.source.optional(),
  archived: z.boolean().default(false),
  merged_into: Id.nullable().default(null),
  tag_details: bounded(z.array(z.object({ name: z.string(), auto: z.boolean() })), MAX_LISTED).default([]),
  links: bounded(z.array(CreateLink), LINKS_PER_IDEA).default([]),
  created_at: ImportedMoment.optional(),
  updated_at: ImportedMoment.optional(),
})
  // Neither is a number if it could not be read, and then nothing is greater.
  .refine(({ created_at: created = -Infinity, updated_at: updated = Infinity }) => !(created > updated), {
    path: ['updated_at'],
    message: 'must not be before created_at',
  })
  .refine(({ archived, merged_into: survivor }) => archived || survivor === null, {
    path: ['merged_into'],
    message: 'is only for an archived idea',
  })
export type ImportedIdea = z.infer<typeof ImportedIdea>

export const ImportedTag = CreateTag
export type ImportedTag = z.infer<typeof ImportedTag>

const ImportedLink = CreateLink.extend({ idea_id: Id, created_at: ImportedMoment.optional() })

const score = z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1')

export const ImportedRelation = CreateRelation.extend({
  score: score.nullable().default(null),
  created_at: ImportedMoment.optional(),
})
export type ImportedRelation = z.infer<typeof ImportedRelation>

const ImportedDuplicate = z.object({
  idea_id: Id,
  duplicate_of_id: Id,
  similarity_score: score,
  confidence: score.optional(),
  reasons: bounded(z.array(text({ max: 500 })), 20).optional(),
  status: DuplicateStatus,
  created_at: ImportedMoment.optional(),
})

/** An uploaded file, which stands among the links of an export and is in the archive under its id. */
const ImportedAttachment = z.object({
  idea_id: Id,
  attachment_id: z.uuid(),
  title: FileName,
  media_type: MediaType.default(UNKNOWN_TYPE),
  created_at: ImportedMoment.optional(),
})

/** The schema of each kind of record, by the name of its list in an export file. */
const LISTS = {
  ideas: ImportedIdea,
  tags: ImportedTag,
  relations: ImportedRelation,
  links: ImportedLink,
  duplicates: ImportedDuplicate,
} as const
/** Those of all kinds: attachments have no list of their own. */
export const RECORDS = { ...LISTS, attachments: ImportedAttachment } as const
export type RecordKind = keyof typeof RECORDS

/** Whether an export file may have a list of this name. */
export function isList(name: string): name is keyof typeof LISTS {
  return Object.hasOwn(LISTS, name)
}

/** The values of `type` in JSON Lines. */
export const LINE_TYPES: Readonly<Record<string, RecordKind>> = Object.fromEntries(
  (Object.keys(LISTS) as RecordKind[]).map((kind) => [kind.slice(0, -1), kind]),
)

/** The query of POST /user/import. */
export const ImportQuery = z.object({
  mode: z
    .enum(['strict', 'continue'])
    .default('strict')
    .meta({ description: 'strict: all or nothing; continue: what is good, with a report of the rest' }),
  import_id: text({ min: 1, max: 200 }).optional().meta({
    description: 'Names this import: run again, it changes nothing. Default: the SHA-256 of the body',
  }),
  dry_run: Flag.default(false),
  format: z
    .literal('archive')
    .optional()
    .meta({ description: 'A ZIP of an export with its attachments (application/zip)' }),
})
export type ImportQuery = z.infer<typeof ImportQuery>

const count = z.int().nonnegative()

/** A record, or its field `path`, that was not imported. */
export const Rejection = z
  .object({
    record: z.string().meta({ description: 'Where it stands', examples: ['ideas.2', 'lines.3'] }),
    path: z.string().meta({ description: 'The field; empty for the whole record' }),
    message: z.string(),
  })
  .meta({ id: 'Rejection' })
export type Rejection = z.infer<typeof Rejection>

/** The result of an import. */
export const ImportReport = z
  .object({
    import_id: z.string(),
    repeated: z.boolean().meta({ description: 'It was complete before; nothing was changed' }),
    dry_run: z.boolean(),
    ideas: count,
    tags: count,
    links: count,
    relations: count,
    duplicates: count,
    rejected: z.array(Rejection).meta({ description: `The first ${IMPORT_LIMITS.rejections}` }),
    rejected_count: count,
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.infer<typeof ImportReport>

import { z } from 'zod'
import { digest } from '../../platform/digest.ts'
import { positional, timestamp } from '../../platform/schema.ts'
import { LinkRow, presentLink } from '../links/present.ts'
import { presentRelation, RelationRow } from '../relations/present.ts'
import type { Relation } from '../relations/schema.ts'
import { IdeaStatus, TagDetail, type Idea, type IdeaDetail } from './schema.ts'

const Row = z.strictObject({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  status: IdeaStatus,
  source: z.enum(['web', 'api']),
  sourceUrl: z.string().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
  processing: z.boolean(),
  tags: z.array(positional(TagDetail)),
  parentId: z.int().nullable(),
})
/** An idea as read for lists and searches. */
export const IdeaRow = positional(Row)
export type IdeaRow = z.infer<typeof IdeaRow>

/** A part of an idea's links and relations, of which the first one has the idea. */
export const IdeaDetailPart = z.strictObject({
  idea: IdeaRow.nullable(),
  links: z.array(positional(LinkRow)),
  relations: z.array(positional(RelationRow)),
})
/** An idea with its links and relations. */
export type IdeaDetailRow = IdeaRow & Readonly<{ links: LinkRow[]; relations: RelationRow[] }>

/** Maps an idea to its API form. */
export function presentIdea(row: IdeaRow): Idea {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    status: row.status,
    source: row.source,
    source_url: row.sourceUrl,
    tags: namesOf(row.tags),
    tag_details: row.tags,
    parent_id: row.parentId,
    processing: row.processing,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}

/** Maps an idea with its links and relations to its API form. */
export function presentDetail(row: IdeaDetailRow): IdeaDetail {
  return {
    ...presentIdea(row),
    links: row.links.map(presentLink),
    relations: row.relations.map(presentRelation),
  }
}

/** The names of tags, in order. */
export function namesOf(tags: readonly TagDetail[]): string[] {
  return tags.map(({ name }) => name)
}

/** Description of an idea's ETag in the OpenAPI document. */
export const IDEA_ETAG = 'The state of the idea, for If-Match and If-None-Match'

/** The strong ETag of an idea's representation, including whether background work is pending. */
export function etagOf(idea: IdeaDetail): string {
  const [settled, processing] = etagsOf(versionsOf(idea).shown)
  return idea.processing ? processing : settled
}

/**
 * Whether one of the ETags matches the state that users gave an idea. Background work, automatic tags and detected
 * duplicates change an idea's ETag, but must not make an `If-Match` fail.
 */
export function hasEtag(idea: IdeaDetail, etags: readonly string[]): boolean {
  const { chosen, tagged } = versionsOf(idea)
  const current = new Set([...etagsOf(tagged), ...etagsOf(chosen)])
  return etags.some((etag) => current.has(etag.replace(FOUND, '')))
}

/** The suffix of a version that stands for detected duplicates. */
const FOUND = /\.[\w-]{11}(?=(-processing)?"$)/

function etagsOf(version: string): [settled: string, processing: string] {
  return [`"${version}"`, `"${version}-processing"`]
}

/**
 * Digests for ETags, without `processing`: `chosen` ignores automatic tags and detected duplicates, `tagged` adds the tags,
 * `shown` both (the duplicates after a full stop). They are equal while nothing was added automatically.
 */
function versionsOf(idea: IdeaDetail): { chosen: string; tagged: string; shown: string } {
  const { processing: _, tag_details: tags, relations, ...rest } = idea
  const automatic = tags.flatMap(({ auto, name }, place) => (auto ? [[place, name]] : []))
  const found = relations.filter(isDetectedDuplicate)
  const own = {
    ...rest,
    tags: namesOf(tags.filter(({ auto }) => !auto)),
    relations: relations.filter((relation) => !isDetectedDuplicate(relation)),
  }
  const chosen = digest(own).slice(0, 27)
  const tagged = automatic.length === 0 ? chosen : `${chosen}-${digest(automatic).slice(0, 11)}`
  return { chosen, tagged, shown: found.length === 0 ? tagged : `${tagged}.${digest(found).slice(0, 11)}` }
}

/** Whether a relation was made by the detection of duplicates. */
export function isDetectedDuplicate({ relation_type: type, score }: Relation): boolean {
  return type === 'duplicate' && typeof score === 'number'
}

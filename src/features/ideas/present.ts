import { createHash } from 'node:crypto'
import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { presentLink } from '../links/present.ts'
import { presentRelation } from '../relations/present.ts'
import { IdeaStatus, TagDetail, type Idea, type IdeaDetail, type IdeaRelation } from './schema.ts'
import type { IdeaDetailRow } from './store.ts'

/** An idea as lists and searches get it from the graph. */
export const IdeaRow = z.strictObject({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  status: IdeaStatus,
  source: z.enum(['web', 'api']),
  sourceUrl: z.string().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
  processing: z.boolean(),
  tags: z.array(TagDetail),
  parentId: z.int().nullable(),
})
export type IdeaRow = z.infer<typeof IdeaRow>

/** An idea in the words of the API. */
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

/** An idea with its links and relations in the words of the API. */
export function presentDetail(row: IdeaDetailRow): IdeaDetail {
  return {
    ...presentIdea(row),
    links: row.links.map(presentLink),
    relations: row.relations.map((relation) => ({ ...presentRelation(relation), score: relation.score })),
  }
}

/** The names of tags, in their order. */
export function namesOf(tags: readonly TagDetail[]): string[] {
  return tags.map(({ name }) => name)
}

/**
 * Texts that differ where ideas do, but for `processing`: in what people chose, in that with automatic tags, and in all that
 * an answer shows, which adds, behind a full stop, the relations that the detection of duplicates made.
 */
export type Versions = Readonly<{ chosen: string; tagged: string; shown: string }>

/** The versions of an idea; they are the same while nothing was added automatically. */
export function versionsOf(idea: IdeaDetail): Versions {
  const { processing: _, tag_details: tags, relations, ...rest } = idea
  const automatic = tags.flatMap(({ auto, name }, place) => (auto ? [[place, name]] : []))
  const found = relations.filter(isFound)
  const own = {
    ...rest,
    tags: namesOf(tags.filter(({ auto }) => !auto)),
    relations: relations.filter((relation) => !isFound(relation)),
  }
  const chosen = digest(own, 27)
  const tagged = automatic.length === 0 ? chosen : `${chosen}-${digest(automatic, 11)}`
  return { chosen, tagged, shown: found.length === 0 ? tagged : `${tagged}.${digest(found, 11)}` }
}

function isFound({ relation_type: type, score }: IdeaRelation): boolean {
  return type === 'duplicate' && typeof score === 'number'
}

function digest(state: unknown, length: number): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, length)
}

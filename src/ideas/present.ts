import { createHash } from 'node:crypto'
import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { presentLink } from '../links/present.ts'
import { presentRelation } from '../relations/present.ts'
import { IdeaStatus, TagDetail, type Idea, type IdeaDetail } from './schema.ts'
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
    relations: row.relations.map(presentRelation),
  }
}

/** The names of tags, in their order. */
export function namesOf(tags: readonly TagDetail[]): string[] {
  return tags.map(({ name }) => name)
}

/** Another text for every state of an idea that an answer shows, but for `processing`; and the same without automatic tags. */
export type Versions = Readonly<{ shown: string; chosen: string }>

/** The versions of an idea; they are the same while nothing was tagged automatically. */
export function versionsOf(idea: IdeaDetail): Versions {
  const { processing: _, tag_details: tags, ...rest } = idea
  const automatic = tags.flatMap(({ auto, name }, place) => (auto ? [[place, name]] : []))
  const chosen = digest({ ...rest, tags: namesOf(tags.filter(({ auto }) => !auto)) }, 27)
  return { chosen, shown: automatic.length === 0 ? chosen : `${chosen}-${digest(automatic, 11)}` }
}

function digest(state: unknown, length: number): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, length)
}

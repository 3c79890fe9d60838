import { z } from 'zod'
import { IdeaStatus, type Idea, type IdeaDetail } from '../ideas/schema.ts'
import { RelationType } from '../relations/schema.ts'
import { Id, Timestamp } from '../../platform/schema.ts'
import type { Answered } from './tool.ts'

/** Links and relations that an idea is shown with, and characters of a body in lists. */
const SHOWN = { parts: 50, excerpt: 200 }

/** An idea in lists of tools. */
export const IdeaSummary = z.object({
  id: Id,
  title: z.string(),
  status: IdeaStatus,
  tags: z.array(z.string()),
  excerpt: z.string().meta({ description: `The first ${SHOWN.excerpt} characters of the body` }),
  updated_at: Timestamp,
})

/** Maps an idea for lists of tools. */
export function summaryOf(idea: Idea): z.infer<typeof IdeaSummary> {
  const { id, title, status, tags, body, updated_at } = idea
  return {
    id,
    title,
    status,
    tags,
    excerpt: body.slice(0, SHOWN.excerpt).toWellFormed(),
    updated_at,
  }
}

const ShownRelation = z.object({
  id: Id,
  source_idea_id: Id,
  target_idea_id: Id,
  relation_type: RelationType,
  note: z.string().nullable(),
})

/** One idea as tools answer it. */
export const IdeaView = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  status: IdeaStatus,
  source_url: z.string().nullable(),
  tags: z.array(z.string()),
  parent_id: Id.nullable(),
  links: z.array(z.object({ id: Id, url: z.string(), title: z.string().nullable() })),
  links_total: z.int(),
  relations: z.array(ShownRelation),
  relations_total: z.int().meta({ description: 'More than are listed: see the tool neighbourhood' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: z.string().meta({ description: 'For the argument `version` of the tool update' }),
})

/** Maps the answer of an endpoint about an idea, with its ETag, for tools. */
export function viewOf({ body, headers }: Answered<IdeaDetail>): z.infer<typeof IdeaView> {
  return {
    ...body,
    links: body.links.slice(0, SHOWN.parts),
    links_total: body.links.length,
    relations: body.relations.slice(0, SHOWN.parts),
    relations_total: body.relations.length,
    version: String(headers['ETag']),
  }
}

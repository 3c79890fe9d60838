import { z } from 'zod'
import { Idea, IdeaDetail } from '../ideas/schema.ts'
import { Link } from '../links/schema.ts'
import { Relation } from '../relations/schema.ts'
import type { Answered } from './tool.ts'

/** Links and relations that an idea is shown with, and characters of a body in lists. */
const SHOWN = { parts: 50, excerpt: 200 }

/** An idea in lists of tools. */
export const IdeaSummary = Idea.pick({
  id: true,
  title: true,
  status: true,
  tags: true,
  created_at: true,
  updated_at: true,
}).extend({
  excerpt: z.string().meta({ description: `The first ${SHOWN.excerpt} characters of the body` }),
})

/** Maps an idea for lists of tools. */
export function summaryOf(idea: Idea): z.infer<typeof IdeaSummary> {
  return { ...idea, excerpt: firstCharacters(idea.body) }
}

function firstCharacters(text: string): string {
  return Array.from(text.slice(0, 2 * SHOWN.excerpt))
    .slice(0, SHOWN.excerpt)
    .join('')
}

/** One idea as tools answer it. */
export const IdeaView = IdeaDetail.omit({ source: true, tag_details: true, processing: true }).extend({
  links: z.array(Link.pick({ id: true, url: true, title: true })),
  links_total: z.int(),
  relations: z.array(Relation.omit({ created_at: true })),
  relations_total: z.int().meta({ description: 'More than are listed: see the tool neighbourhood' }),
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

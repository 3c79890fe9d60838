import { z } from 'zod'
import { Id, text, Timestamp, Url } from '../../platform/schema.ts'

/** Maximum number of links of an idea. */
export const LINKS_PER_IDEA = 500

/** The kind of a link's target. */
export const LinkType = z
  .enum(['url', 'assistant-chat', 'code-host-repo', 'code-host-issue', 'attachment'])
  .meta({ id: 'LinkType' })

/** A link of an idea; `attachment_id`, `bytes` and `media_type` are there for an uploaded file only. */
export const Link = z
  .object({
    id: Id,
    url: z.string(),
    title: z.string().nullable(),
    link_type: LinkType,
    created_at: Timestamp,
    attachment_id: z.uuid().optional().meta({ description: 'Of a file that was uploaded' }),
    bytes: z.int().nonnegative().optional(),
    media_type: z.string().optional(),
  })
  .meta({ id: 'Link' })
export type Link = z.infer<typeof Link>

/** The body of POST /ideas/:id/links. */
export const CreateLink = z
  .object({
    url: Url,
    title: text({ max: 200 }).nullable().default(null),
    link_type: LinkType.default('url'),
  })
  .meta({ id: 'CreateLink' })
export type CreateLink = z.infer<typeof CreateLink>

import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { LinkType, type Link } from './schema.ts'

/** A link as the graph keeps it. */
export const LinkRow = z.strictObject({
  id: z.int(),
  url: z.string(),
  title: z.string().nullable(),
  linkType: LinkType,
  createdAt: z.int(),
})
export type LinkRow = z.infer<typeof LinkRow>

/** A link in the words of the API. */
export function presentLink(row: LinkRow): Link {
  return {
    id: row.id,
    url: row.url,
    title: row.title,
    link_type: row.linkType,
    created_at: timestamp(row.createdAt),
  }
}

import { z } from 'zod'
import { timestamp } from '../../platform/schema.ts'
import { LinkType, type Link } from './schema.ts'

/** A link as stored. */
export const LinkRow = z.strictObject({
  id: z.int(),
  url: z.string(),
  title: z.string().nullable(),
  linkType: LinkType,
  createdAt: z.int(),
  /** Set for an attachment of this service, whose url is the path of its download. */
  file: z.strictObject({ attachmentId: z.string(), bytes: z.int(), mediaType: z.string() }).nullable(),
})
export type LinkRow = z.infer<typeof LinkRow>

/** Maps a link to its API form. */
export function presentLink(row: LinkRow): Link {
  return {
    id: row.id,
    url: row.url,
    title: row.title,
    link_type: row.linkType,
    created_at: timestamp(row.createdAt),
    ...(row.file && {
      attachment_id: row.file.attachmentId,
      bytes: row.file.bytes,
      media_type: row.file.mediaType,
    }),
  }
}

import { text } from '../../platform/schema.ts'

const MIB = 1_048_576

/** The limits of attachments. */
export const ATTACHMENT_LIMITS = {
  /** Bytes of one file. */
  fileBytes: 10 * MIB,
  /** Of an idea; a merge may bring together more. */
  perIdea: 20,
  /** Uploads of an account at once, over all processes. */
  atOnce: 4,
} as const

/** The name of a file. */
export const FileName = text({ min: 1, max: 255 }).refine(
  (name) => !/\p{Cc}/u.test(name),
  'must not have control characters',
)

/** Type and subtype are tokens; what follows may stand in a header (RFC 9110, sections 5.5 and 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:;[\t\x20-\x7e\xa0-\xff]*)?$/

/** What a file is without a media type. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** The media type of a file. */
export const MediaType = text({ min: 1, max: 255 }).regex(
  MEDIA_TYPE,
  'must be a media type, such as text/plain',
)

/** The path of the download. */
export function urlOf(attachmentId: string): string {
  return `/api/v1/attachments/${attachmentId}`
}

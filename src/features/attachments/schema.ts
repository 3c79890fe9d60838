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

/** The name of a file, without the folders that some clients send (RFC 6266, section 4.3). */
export const FileName = text({ min: 1, max: 255 }).refine(
  (name) => !/\p{Cc}/u.test(name),
  'must not have control characters',
)

/** The path of the download. */
export function urlOf(attachmentId: string): string {
  return `/api/v1/attachments/${attachmentId}`
}

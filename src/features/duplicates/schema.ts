import { z } from 'zod'
import { Id, Page, Timestamp } from '../../platform/schema.ts'

/** What has become of a pair: `withdrawn` when it has fallen below the user's threshold, or one of its ideas was merged. */
export const DuplicateStatus = z
  .enum(['pending', 'dismissed', 'merged', 'withdrawn'])
  .meta({ id: 'DuplicateStatus' })
export type DuplicateStatus = z.infer<typeof DuplicateStatus>

/** Two ideas that may be the same; `idea_id` is the later one. */
export const DuplicatePair = z
  .object({
    id: Id,
    idea_id: Id,
    duplicate_of_id: Id,
    similarity_score: z.number().min(0).max(1).meta({ description: 'The cosine of the two ideas as wholes' }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'What the detector makes of all its signals; null where it has told none' }),
    reasons: z
      .array(z.string())
      .meta({ description: 'The signals that counted most, as sentences for people' }),
    status: DuplicateStatus,
    idea_title: z.string(),
    duplicate_of_title: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'DuplicatePair' })
export type DuplicatePair = z.infer<typeof DuplicatePair>

/** The answer of GET /ideas/duplicates. */
export const DuplicatePairs = z.object({ duplicates: z.array(DuplicatePair) }).meta({ id: 'DuplicatePairs' })
export type DuplicatePairs = z.infer<typeof DuplicatePairs>

/** The query of GET /ideas/duplicates. */
export const ListDuplicates = z.object(Page)
export type ListDuplicates = z.infer<typeof ListDuplicates>

/** The setting of a user below whose `confidence` no pair is shown. */
export const DuplicateThreshold = z.number().min(0.5).max(1)

/** From this confidence on two ideas are worth showing as duplicates, where nobody chose another. */
export const DEFAULT_THRESHOLD = 0.5

/** The confidence from which on a user wants to see pairs, by the settings as JSON. */
export function thresholdOf(settings: string): number {
  const { duplicate_threshold: wanted } = JSON.parse(settings) as Record<string, unknown>
  return DuplicateThreshold.safeParse(wanted).data ?? DEFAULT_THRESHOLD
}

import { z } from 'zod'

/** The labels of passages, one for each of the two vector indexes that may be live at a time. */
export const PassageLabel = z.enum(['PassageA', 'PassageB'])
export type PassageLabel = z.infer<typeof PassageLabel>

/** The label of the passages in the index of a slot. */
export const PASSAGE_LABELS = { a: 'PassageA', b: 'PassageB' } as const satisfies Record<string, PassageLabel>

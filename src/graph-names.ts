import { z } from 'zod'

// Each with an example, because the database takes no empty name: not even for nothing, where it holds next to nothing.

/** The types of the edges between ideas, as the graph names them. */
export const EdgeType = z
  .enum(['RELATED', 'PARENT', 'BLOCKS', 'INSPIRES', 'DUPLICATE', 'SUPERSEDES'])
  .meta({ example: 'RELATED' })
export type EdgeType = z.infer<typeof EdgeType>

/** The labels of passages: one for each of the two indexes that may be live at a time. */
export const PassageLabel = z.enum(['PassageA', 'PassageB']).meta({ example: 'PassageA' })
export type PassageLabel = z.infer<typeof PassageLabel>

/** The label of the passages in the index of a slot. */
export const PASSAGE_LABELS = { a: 'PassageA', b: 'PassageB' } as const satisfies Record<string, PassageLabel>

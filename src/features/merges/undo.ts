import { z } from 'zod'
import { LinkRow } from '../links/present.ts'
import { RelationRow } from '../relations/present.ts'

/**
 * A link or relation of the absorbed idea as stored with the merge. Its `fate`: `moved` to the survivor, dropped because the
 * survivor had an `equal` one (`keptId`), or dropped because it was `between` the two. `text` is its title or note; `lent` if
 * that was copied to the kept one.
 */
const common = {
  id: z.int(),
  text: z.string().nullable(),
  createdAt: z.int(),
  keptId: z.int().nullable(),
  lent: z.boolean(),
}
const UndoLink = z.object({
  ...common,
  fate: z.enum(['moved', 'equal']),
  ...LinkRow.pick({ url: true, linkType: true }).shape,
})
const UndoRelation = z.object({
  ...common,
  fate: z.enum(['moved', 'equal', 'between']),
  type: RelationRow.shape.type,
  /** Whether the absorbed idea was its source. */
  outgoing: z.boolean(),
  otherId: z.int(),
  score: z.number().nullable(),
  /** The score of the kept relation, if that was automatic and became manual by the merge. */
  keptScore: z.number().nullable(),
})
const UndoTag = z.object({
  /** Of the tag as the absorbed idea had it before tags were merged. */
  id: z.int(),
  name: z.string(),
  auto: z.boolean(),
  /** Whether the survivor did not have it before. */
  gained: z.boolean(),
  /** Whether it made an automatic tag of the survivor a chosen one. */
  chosen: z.boolean(),
})

/** The record that reverts a merge, stored as JSON on `MERGED_INTO`; stored names must stay as they are. */
export const Undo = z.object({
  /** Offset of the absorbed idea's section in the survivor's body. */
  at: z.int(),
  tags: z.array(UndoTag),
  links: z.array(UndoLink),
  relations: z.array(UndoRelation),
})
export type Undo = z.infer<typeof Undo>
export type UndoLink = Undo['links'][number]
export type UndoRelation = Undo['relations'][number]
export type UndoTag = Undo['tags'][number]

/** Stands for a missing record, for example of an imported merge; the last matching section counts as the absorbed idea's. */
export const UNKNOWN: Undo = { at: Infinity, tags: [], links: [], relations: [] }

/** Whether a merge has a record. */
export function isKnown({ undo }: Readonly<{ undo: Undo }>): boolean {
  return Number.isFinite(undo.at)
}

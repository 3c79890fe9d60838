import { z } from 'zod'
import { LinkRow } from '../links/present.ts'
import { RelationRow } from '../relations/present.ts'

/**
 * A thing of the absorbed idea: it moved to the survivor, or was dropped because an equal one was there (`keptId`), or
 * because it led from the one to the other. `text` is its title or note; `lent` when the kept one has it since.
 */
const thing = {
  id: z.int(),
  text: z.string().nullable(),
  createdAt: z.int(),
  keptId: z.int().nullable(),
  lent: z.boolean(),
}
const UndoLink = z.object({
  ...thing,
  fate: z.enum(['moved', 'equal']),
  ...LinkRow.pick({ url: true, linkType: true }).shape,
})
const UndoRelation = z.object({
  ...thing,
  fate: z.enum(['moved', 'equal', 'between']),
  type: RelationRow.shape.type,
  /** Whether it led from the absorbed idea to the other one. */
  outgoing: z.boolean(),
  otherId: z.int(),
  score: z.number().nullable(),
  /** The score of a kept relation that was automatic until it stood for this one. */
  keptScore: z.number().nullable(),
})
const UndoTag = z.object({
  id: z.int(),
  name: z.string(),
  auto: z.boolean(),
  /** Whether the survivor has it from this idea only. */
  gained: z.boolean(),
  /** Whether the survivor's, which was automatic, counts as chosen by a person because this one is. */
  chosen: z.boolean(),
})

/** What a merge did with the things of the absorbed idea, as its `MERGED_INTO` keeps it in JSON. */
export const Undo = z.object({
  /** Where its section begins in the survivor's body, as long as nobody edits that. */
  at: z.int(),
  tags: z.array(UndoTag),
  links: z.array(UndoLink),
  relations: z.array(UndoRelation),
})
export type Undo = z.infer<typeof Undo>
export type UndoLink = Undo['links'][number]
export type UndoRelation = Undo['relations'][number]
export type UndoTag = Undo['tags'][number]

/** The ideas at the other ends of the relations that a merge moved or dropped. */
export function othersOf({ relations }: Undo): number[] {
  return [...new Set(relations.map(({ otherId }) => otherId))]
}

type Thing = Pick<UndoRelation, 'id' | 'text' | 'fate' | 'keptId' | 'lent'>

/** The first text that one of these dropped things can lend to the thing that stands for them. */
export function borrow(dropped: readonly Thing[]): string | null {
  const lender = dropped.find(({ text }) => text !== null)
  if (lender !== undefined) lender.lent = true
  return lender?.text ?? null
}

/** Of things that were dropped in favour of one that leaves, the first takes its place, and stands for the others. */
export function inherit<T extends Thing>(
  dropped: readonly T[],
): { heir: T; text: string | null } | undefined {
  const [heir, ...rest] = dropped
  if (heir === undefined) return undefined
  Object.assign(heir, { fate: 'moved', keptId: null, lent: false })
  for (const one of rest) Object.assign(one, { keptId: heir.id, lent: false })
  return { heir, text: heir.text ?? borrow(rest) }
}

import type { Unmerging } from './plan-unmerge.ts'
import type { EdgeRow, KnownMerge } from './store.ts'
import { borrow, type UndoRelation } from './undo.ts'

/** A relation that another merge dropped: its entry in what is kept of that merge, a copy that may be changed. */
export type Waiting = Readonly<{ entry: UndoRelation; merge: KnownMerge }>

/** The survivor's relations as they will be, and those that other merges dropped in favour of them. */
export function createStandIns({ survivor, siblings, neighbours }: Unmerging) {
  const others = [...siblings, ...neighbours]
  const standing = new Map(survivor.relations.map((edge) => [edge.id, edge]))
  const amended = new Map<number, EdgeRow>()
  const waiting: Waiting[] = others.flatMap((merge) =>
    merge.undo.relations.filter(({ fate }) => fate !== 'moved').map((entry) => ({ entry, merge })),
  )

  /** Other merges may have moved or dropped the same relation with the note that it had. */
  const renote = (id: number, before: string | null | undefined, note: string | null): void => {
    for (const { undo } of others)
      for (const same of undo.relations) if (same.id === id && same.text === before) same.text = note
  }
  const amend = (edge: EdgeRow): void => {
    renote(edge.id, standing.get(edge.id)?.note, edge.note)
    standing.set(edge.id, edge)
    amended.set(edge.id, edge)
  }
  const equalTo = (id: number): Waiting[] => waiting.filter(({ entry }) => entry.keptId === id)
  const rivalsOf = (entry: UndoRelation): UndoRelation[] =>
    equalTo(entry.keptId ?? 0)
      .map((equal) => equal.entry)
      .filter((other) => other !== entry)
  /** What stands for a relation, if its type is still the same. */
  const keptFor = (entry: UndoRelation): EdgeRow | undefined => {
    const kept = standing.get(entry.keptId ?? 0)
    return kept?.type === entry.type ? kept : undefined
  }
  /** What stood for it, where that was dropped by another merge since. */
  const droppedFor = (entry: UndoRelation): UndoRelation | undefined =>
    waiting.find((other) => other.entry.id === entry.keptId)?.entry

  const takeNoteBack = (entry: UndoRelation): void => {
    if (!entry.lent) return
    entry.lent = false
    const kept = keptFor(entry)
    if (kept?.note === entry.text) amend({ ...kept, note: borrow(rivalsOf(entry)) })
    const between = kept === undefined ? droppedFor(entry) : undefined
    if (between?.text !== entry.text) return
    const wasLent = between.lent
    takeNoteBack(between)
    renote(between.id, between.text, borrow(rivalsOf(entry)))
    const last = wasLent ? keptFor(between) : undefined
    if (last?.note !== null || between.text === null) return
    between.lent = true
    amend({ ...last, note: between.text })
  }
  const giveScoreBack = (entry: UndoRelation): void => {
    const kept = keptFor(entry) ?? droppedFor(entry)
    if (entry.keptScore === null || kept?.score !== null) return
    const [next] = rivalsOf(entry)
    if (next !== undefined) next.keptScore = entry.keptScore
    else if ('fate' in kept) kept.score = entry.keptScore
    else amend({ ...kept, score: entry.keptScore })
  }

  return {
    standing,
    amended,
    waiting,
    renote,
    equalTo,
    /** Takes from what stands for a relation the note and the score that it has because of that, unless it was changed since. */
    release(entry: UndoRelation): void {
      takeNoteBack(entry)
      giveScoreBack(entry)
    },
  }
}

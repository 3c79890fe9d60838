import type { MergeRecord } from './store.ts'
import { isKnown } from './undo.ts'

/** The merge to revert, and the later ones to revert before and reapply afterwards, oldest first. */
export type MergeHistory = Readonly<{ own: MergeRecord; later: readonly MergeRecord[] }>

/**
 * Selects the later merges that share ideas with a merge, directly or transitively. Merges without a record cannot be
 * reverted: relations with ideas that they absorbed are redirected to the survivor. Undefined if the idea is not absorbed.
 */
export function selectMerges(records: readonly MergeRecord[], absorbedId: number): MergeHistory | undefined {
  const isOwn = (record: MergeRecord): boolean => record.absorbedId === absorbedId
  const survivors = new Map(
    records
      .filter((record) => !isKnown(record) && !isOwn(record))
      .map((record) => [record.absorbedId, record.survivorId]),
  )
  const home = (id: number): number => {
    const survivorId = survivors.get(id)
    return survivorId === undefined ? id : home(survivorId)
  }
  const known = records
    .filter((record) => !survivors.has(record.absorbedId))
    .map(({ undo, ...ids }) => {
      const relations = undo.relations.map((entry) => ({ ...entry, otherId: home(entry.otherId) }))
      return { ...ids, undo: { ...undo, relations } }
    })
  const own = known.find(isOwn)
  return own && { own, later: connected(own, known.slice(known.indexOf(own) + 1)) }
}

function connected(own: MergeRecord, later: readonly MergeRecord[]): MergeRecord[] {
  const pairs = later.flatMap((merge) => ideasOf(merge).map((id) => ({ id, merge })))
  const merges = Map.groupBy(pairs, ({ id }) => id)
  // A set that grows while it is walked through: each merge and each idea once.
  const chosen = new Set([own])
  for (const merge of chosen)
    for (const id of ideasOf(merge)) {
      for (const { merge: next } of merges.get(id) ?? []) chosen.add(next)
      merges.delete(id)
    }
  return later.filter((merge) => chosen.has(merge))
}

function ideasOf({ absorbedId, survivorId, undo }: MergeRecord): number[] {
  return [absorbedId, survivorId, ...undo.relations.map(({ otherId }) => otherId)]
}

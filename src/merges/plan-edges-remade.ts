import { notRestored } from './not-restored.ts'
import { edgeKey, edgeOf } from './plan-merge.ts'
import type { Unmerging } from './plan-unmerge.ts'
import type { EdgeRow, MergeRecord } from './store.ts'
import type { UndoRelation } from './undo.ts'

/** The merges by which an idea came to where it lives now, the first one first. */
export function wayFrom(ideaId: number, steps: Unmerging['steps']): MergeRecord[] {
  const way: MergeRecord[] = []
  for (let step = steps.get(ideaId); step !== undefined; step = steps.get(step.survivorId)) way.push(step)
  return way
}

/** Lets a relation that is made at the end of a way go back along it when those merges are undone. */
export function follow(way: readonly MergeRecord[], entry: UndoRelation): void {
  for (const { undo } of way) undo?.relations.push({ ...entry, fate: 'moved', keptId: null, lent: false })
}

/**
 * The relations that the merge dropped, as they are made again: with the ideas that live at their other ends now, like those
 * that moved. One that cannot be so waits for the idea at its other end.
 */
export function planRemade(
  { survivor, absorbed, steps, lost }: Unmerging,
  dropped: readonly UndoRelation[],
  createdEdges: readonly EdgeRow[],
): EdgeRow[] {
  const taken = new Map(createdEdges.map((edge) => [edgeKey(edge), edge.id]))
  return dropped.flatMap((entry) => {
    const way = wayFrom(entry.otherId, steps)
    const homeId = way.at(-1)?.survivorId ?? entry.otherId
    const isBetween = way.length > 0 && homeId === survivor.id
    const edge = edgeOf(absorbed.id, entry, isBetween ? entry.otherId : homeId)
    const equalId = taken.get(edgeKey(edge))
    const end = { outgoing: !entry.outgoing, otherId: absorbed.id }
    const fromThere = { ...entry, ...end, lent: false, keptScore: null }
    const first = way[0]?.undo
    if (first !== undefined && (isBetween || equalId !== undefined)) {
      const fate = isBetween ? 'between' : 'equal'
      first.relations.push({ ...fromThere, fate, keptId: equalId ?? null })
      lost.push(notRestored.relation(entry, 'merged'))
      return []
    }
    taken.set(edgeKey(edge), edge.id)
    if (!isBetween) follow(way, fromThere)
    return [edge]
  })
}

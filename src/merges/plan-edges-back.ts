import { notRestored } from './not-restored.ts'
import { follow, planRemade, wayFrom } from './plan-edges-remade.ts'
import { edgeOf } from './plan-merge.ts'
import type { Unmerging } from './plan-unmerge.ts'
import { createStandIns, type Waiting } from './stand-ins.ts'
import type { EdgeRow } from './store.ts'
import { borrow, inherit, type UndoRelation } from './undo.ts'

/**
 * Plans what becomes of the relations of an idea that comes back, and of the survivor's. What is kept of other merges are
 * copies (`siblings`, `neighbours`, `steps`): they are changed here into what is to be kept of them from now on.
 */
export function planEdgesBack(unmerging: Unmerging) {
  const { survivor, absorbed, own, lost } = unmerging
  const standIns = createStandIns(unmerging)
  const { standing, waiting, equalTo } = standIns
  const moved = own.relations.filter(({ fate }) => fate === 'moved')
  const dropped = own.relations.filter(({ fate }) => fate !== 'moved')
  const movedEdges: number[] = []
  const createdEdges: EdgeRow[] = []

  // First what waits, so that it is not taken for the survivor's.
  const missing = moved.filter(({ id }) => !standing.has(id))
  const awaited = missing.flatMap(({ id }) =>
    waiting.filter((other) => other.entry.id === id && isOf(survivor.id, other)).map(entryOf),
  )
  for (const entry of awaited) entry.otherId = absorbed.id
  for (const entry of missing) {
    const isAwaited = awaited.some(({ id }) => id === entry.id)
    lost.push(notRestored.relation(entry, isAwaited ? 'merged' : 'deleted'))
  }
  for (const entry of moved) {
    const edge = standing.get(entry.id)
    if (edge === undefined) continue
    const lender = equalTo(entry.id).find((equal) => equal.entry.lent)
    if (!isAsItWas(edge, entry, survivor.id, lender?.entry.text ?? null)) {
      lost.push(notRestored.relation(entry, 'changed'))
      continue
    }
    const equal = equalTo(edge.id)
    standing.delete(edge.id)
    movedEdges.push(edge.id)
    createdEdges.push(planBack(unmerging, standIns, edge, entry))
    createdEdges.push(
      ...planHeir(
        unmerging,
        edge,
        equal.filter((other) => isOf(survivor.id, other)),
      ),
    )
  }
  for (const entry of awaited.filter(({ keptId }) => standing.has(keptId ?? 0))) {
    standIns.release(entry)
    Object.assign(entry, { keptId: null, keptScore: null })
  }
  for (const entry of dropped) standIns.release(entry)
  const remadeEdges = planRemade(unmerging, dropped, createdEdges)
  return { movedEdges, createdEdges, amendedEdges: [...standIns.amended.values()], remadeEdges }
}

/** A relation of the idea that comes back, as it goes with it. */
function planBack(
  { survivor, absorbed, neighbours }: Unmerging,
  { equalTo, renote }: ReturnType<typeof createStandIns>,
  edge: EdgeRow,
  entry: UndoRelation,
): EdgeRow {
  for (const { undo } of neighbours)
    for (const same of undo.relations) if (same.id === edge.id) same.otherId = absorbed.id
  const lenders = equalTo(edge.id).filter((other) => !isOf(survivor.id, other))
  const note = entry.text ?? borrow(lenders.map(entryOf))
  renote(edge.id, edge.note, note)
  // Its other end may have been merged meanwhile, and its score been given back.
  const otherId = entry.outgoing ? edge.targetId : edge.sourceId
  return { ...edgeOf(absorbed.id, entry, otherId, note), score: edge.score }
}

/** Of those that were dropped in favour of a relation that leaves the survivor, the first takes its place. */
function planHeir({ survivor, steps }: Unmerging, edge: EdgeRow, equal: readonly Waiting[]): EdgeRow[] {
  const next = inherit(equal.map(entryOf))
  const [first] = equal
  if (next === undefined || first === undefined) return []
  const { id, createdAt, score } = next.heir
  const fromId = first.merge.survivorId === survivor.id ? next.heir.otherId : first.merge.survivorId
  const end = { outgoing: edge.targetId === survivor.id, otherId: survivor.id }
  follow(wayFrom(fromId, steps), { ...next.heir, ...end })
  return [{ ...edge, id, createdAt, score, note: next.text }]
}

/** Whether a relation that was dropped would be one of this idea. */
function isOf(ideaId: number, { entry, merge }: Waiting): boolean {
  return merge.survivorId === ideaId || entry.otherId === ideaId
}

function entryOf({ entry }: Waiting): UndoRelation {
  return entry
}

function isAsItWas(edge: EdgeRow, entry: UndoRelation, survivorId: number, lent: string | null): boolean {
  const ownEnd = entry.outgoing ? edge.sourceId : edge.targetId
  return edge.type === entry.type && ownEnd === survivorId && edge.note === (entry.text ?? lent)
}

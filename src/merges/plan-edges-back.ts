import { notRestored } from './not-restored.ts'
import { edgeOf } from './plan-merge.ts'
import type { Unmerging } from './plan-unmerge.ts'
import type { EdgeRow } from './store.ts'
import { borrow, inherit, type UndoRelation } from './undo.ts'

/** A relation that another merge dropped, and the idea that has it if it is made again. */
type Dropped = Readonly<{ known: UndoRelation; homeId: number }>

/** Plans what becomes of the relations of an idea that comes back, and of the survivor's. */
export function planEdgesBack({ survivor, absorbed, own, siblings, neighbours, lost }: Unmerging) {
  const standing = new Map(survivor.relations.map((edge) => [edge.id, edge]))
  const rest = [...siblings, ...neighbours].flatMap(({ survivorId, undo }) =>
    undo.relations.filter(({ fate }) => fate !== 'moved').map((known) => ({ known, homeId: survivorId })),
  )
  const isAtSurvivor = ({ known, homeId }: Dropped): boolean =>
    homeId === survivor.id || known.otherId === survivor.id
  const equalTo = (id: number): Dropped[] => rest.filter(({ known }) => known.keptId === id)
  const movedEdges: number[] = []
  const createdEdges: EdgeRow[] = []

  const goBack = (edge: EdgeRow, known: UndoRelation): void => {
    standing.delete(edge.id)
    movedEdges.push(edge.id)
    // Its other end may have been merged meanwhile.
    const otherId = known.outgoing ? edge.targetId : edge.sourceId
    const equal = equalTo(edge.id)
    const lenders = equal.filter((one) => !isAtSurvivor(one)).map(knownOf)
    createdEdges.push(edgeOf(absorbed.id, known, otherId, known.text ?? borrow(lenders)))
    const next = inherit(equal.filter(isAtSurvivor).map(knownOf))
    if (next === undefined) return
    const { id, createdAt, score } = next.heir
    createdEdges.push({ ...edge, id, createdAt, score, note: next.text })
  }

  const [moved, dropped] = [own.relations.filter(isMoved), own.relations.filter((known) => !isMoved(known))]
  // First what waits, so that it is not taken for the survivor's.
  for (const known of moved.filter(({ id }) => !standing.has(id))) {
    const waiting = rest.find((one) => one.known.id === known.id && isAtSurvivor(one))
    if (waiting !== undefined) waiting.known.otherId = absorbed.id
    lost.push(notRestored.relation(known, waiting === undefined ? 'deleted' : 'merged'))
  }
  for (const known of moved) {
    const edge = standing.get(known.id)
    if (edge === undefined) continue
    const lender = equalTo(known.id).find((one) => one.known.lent)
    if (isAsItWas(edge, known, survivor.id, lender?.known.text ?? null)) goBack(edge, known)
    else lost.push(notRestored.relation(known, 'changed'))
  }
  const amendedEdges = dropped.flatMap((known) => {
    const kept = standing.get(known.keptId ?? 0)
    if (kept !== undefined) return givenBack(kept, known, equalTo(kept.id).map(knownOf))
    // What stood for it may have been dropped by another merge since.
    const waiting = rest.find((one) => one.known.id === known.keptId)?.known
    if (waiting !== undefined) waiting.text = noteBack(waiting.text, known, equalTo(waiting.id).map(knownOf))
    return []
  })
  const remadeEdges = dropped.map((known) => edgeOf(absorbed.id, known, known.otherId))
  return { movedEdges, createdEdges, amendedEdges, remadeEdges }
}

function knownOf({ known }: Dropped): UndoRelation {
  return known
}

function isMoved({ fate }: UndoRelation): boolean {
  return fate === 'moved'
}

function isAsItWas(edge: EdgeRow, known: UndoRelation, survivorId: number, lent: string | null): boolean {
  const ownEnd = known.outgoing ? edge.sourceId : edge.targetId
  return edge.type === known.type && ownEnd === survivorId && edge.note === (known.text ?? lent)
}

function noteBack(note: string | null, known: UndoRelation, equal: readonly UndoRelation[]): string | null {
  return known.lent && note === known.text ? borrow(equal) : note
}

/** A relation without what it has from the equal one that comes back, unless that was changed since. */
function givenBack(kept: EdgeRow, known: UndoRelation, equal: readonly UndoRelation[]): EdgeRow[] {
  const note = noteBack(kept.note, known, equal)
  let { score } = kept
  if (known.keptScore !== null && score === null) {
    const [next] = equal
    if (next === undefined) score = known.keptScore
    else next.keptScore = known.keptScore
  }
  return note === kept.note && score === kept.score ? [] : [{ ...kept, note, score }]
}

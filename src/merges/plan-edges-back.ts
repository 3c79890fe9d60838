import { notRestored } from './not-restored.ts'
import { edgeKey, edgeOf } from './plan-merge.ts'
import type { Unmerging } from './plan-unmerge.ts'
import type { EdgeRow, KnownMerge, MergeRecord } from './store.ts'
import { borrow, inherit, type UndoRelation } from './undo.ts'

/** A relation that another merge dropped: its entry in what is kept of that merge. */
type Waiting = Readonly<{ entry: UndoRelation; merge: KnownMerge }>

/**
 * Plans what becomes of the relations of an idea that comes back, and of the survivor's. What is kept of other merges are
 * copies (`siblings`, `neighbours`, `steps`): they are changed here into what is to be kept of them from now on.
 */
export function planEdgesBack(unmerging: Unmerging) {
  const { survivor, absorbed, own, siblings, neighbours, steps, lost } = unmerging
  const standing = new Map(survivor.relations.map((edge) => [edge.id, edge]))
  const waiting = [...siblings, ...neighbours].flatMap((merge) =>
    merge.undo.relations.filter((entry) => !isMoved(entry)).map((entry) => ({ entry, merge })),
  )
  const isOfSurvivor = ({ entry, merge }: Waiting): boolean =>
    merge.survivorId === survivor.id || entry.otherId === survivor.id
  const equalTo = (id: number): Waiting[] => waiting.filter(({ entry }) => entry.keptId === id)
  const movedEdges: number[] = []
  const createdEdges: EdgeRow[] = []
  const amended = new Map<number, EdgeRow>()

  /** Of those that were dropped in favour of one that leaves the survivor, the first takes its place. */
  const replace = (edge: EdgeRow, equal: readonly Waiting[]): void => {
    const next = inherit(equal.map(entryOf))
    const heir = equal.find(({ entry }) => entry === next?.heir)
    if (next === undefined || heir === undefined) return
    const { id, createdAt, score } = next.heir
    createdEdges.push({ ...edge, id, createdAt, score, note: next.text })
    const fromId = heir.merge.survivorId === survivor.id ? heir.entry.otherId : heir.merge.survivorId
    const outgoing = edge.targetId === survivor.id
    follow(wayFrom(fromId, steps), { ...next.heir, outgoing, otherId: survivor.id })
  }
  const goBack = (edge: EdgeRow, entry: UndoRelation): void => {
    standing.delete(edge.id)
    movedEdges.push(edge.id)
    for (const { undo } of neighbours)
      for (const same of undo.relations) if (same.id === edge.id) same.otherId = absorbed.id
    // Its other end may have been merged meanwhile, and its score been given back.
    const otherId = entry.outgoing ? edge.targetId : edge.sourceId
    const equal = equalTo(edge.id)
    const lenders = equal.filter((dropped) => !isOfSurvivor(dropped)).map(entryOf)
    const note = entry.text ?? borrow(lenders)
    renote(edge.id, edge.note, note)
    createdEdges.push({ ...edgeOf(absorbed.id, entry, otherId, note), score: edge.score })
    replace(edge, equal.filter(isOfSurvivor))
  }

  /** What other merges moved or dropped had this note, too. */
  const renote = (id: number, before: string | null | undefined, note: string | null): void => {
    for (const { undo } of [...siblings, ...neighbours])
      for (const same of undo.relations) if (same.id === id && same.text === before) same.text = note
  }
  const amend = (edge: EdgeRow): void => {
    renote(edge.id, standing.get(edge.id)?.note, edge.note)
    standing.set(edge.id, edge)
    amended.set(edge.id, edge)
  }
  const rivalsOf = (entry: UndoRelation): UndoRelation[] =>
    equalTo(entry.keptId ?? 0)
      .map(entryOf)
      .filter((other) => other !== entry)
  const keptFor = (entry: UndoRelation): EdgeRow | undefined => {
    const kept = standing.get(entry.keptId ?? 0)
    return kept?.type === entry.type ? kept : undefined
  }

  /** Takes the note of a relation from the one that stands for it, unless that was changed since. */
  const takeNoteBack = (entry: UndoRelation): void => {
    if (!entry.lent) return
    entry.lent = false
    const kept = keptFor(entry)
    if (kept?.note === entry.text) amend({ ...kept, note: borrow(rivalsOf(entry)) })
    // What stood for it may have been dropped by another merge since, and have lent the note on.
    const between = waiting.find((other) => other.entry.id === entry.keptId)?.entry
    if (kept !== undefined || between?.text !== entry.text) return
    const wasLent = between.lent
    takeNoteBack(between)
    renote(between.id, between.text, borrow(rivalsOf(entry)))
    const last = wasLent ? keptFor(between) : undefined
    if (last?.note === null && between.text !== null) {
      between.lent = true
      amend({ ...last, note: between.text })
    }
  }
  /** A relation is automatic again when it does not stand for one by hand any more. */
  const giveScoreBack = (entry: UndoRelation): void => {
    const kept = keptFor(entry) ?? waiting.find((other) => other.entry.id === entry.keptId)?.entry
    if (entry.keptScore === null || kept?.score !== null) return
    const [next] = rivalsOf(entry)
    if (next !== undefined) next.keptScore = entry.keptScore
    else if ('fate' in kept) kept.score = entry.keptScore
    else amend({ ...kept, score: entry.keptScore })
  }

  const moved = own.relations.filter(isMoved)
  const dropped = own.relations.filter((entry) => !isMoved(entry))
  // First what waits, so that it is not taken for the survivor's.
  const missing = moved.filter(({ id }) => !standing.has(id))
  const awaited = missing.flatMap(({ id }) =>
    waiting.filter((other) => other.entry.id === id && isOfSurvivor(other)).map(entryOf),
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
    if (isAsItWas(edge, entry, survivor.id, lender?.entry.text ?? null)) goBack(edge, entry)
    else lost.push(notRestored.relation(entry, 'changed'))
  }
  for (const entry of awaited.filter(({ keptId }) => standing.has(keptId ?? 0))) {
    takeNoteBack(entry)
    giveScoreBack(entry)
    Object.assign(entry, { keptId: null, keptScore: null })
  }
  for (const entry of dropped) {
    takeNoteBack(entry)
    giveScoreBack(entry)
  }
  const remadeEdges = planRemade(unmerging, dropped, createdEdges)
  return { movedEdges, createdEdges, amendedEdges: [...amended.values()], remadeEdges }
}

/**
 * The relations that the merge dropped, as they are made again: with the ideas that live at their other ends now, as those
 * that moved. What cannot be so waits for the idea at its other end.
 */
function planRemade(
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
    const fromThere = {
      ...entry,
      outgoing: !entry.outgoing,
      otherId: absorbed.id,
      lent: false,
      keptScore: null,
    }
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

/** The merges by which an idea came to where it lives now. */
function wayFrom(ideaId: number, steps: Unmerging['steps']): MergeRecord[] {
  const way: MergeRecord[] = []
  for (let step = steps.get(ideaId); step !== undefined; step = steps.get(step.survivorId)) way.push(step)
  return way
}

/** Lets a relation that is made at the end of a way go back along it when those merges are undone. */
function follow(way: readonly MergeRecord[], entry: UndoRelation): void {
  for (const { undo } of way) undo?.relations.push({ ...entry, fate: 'moved', keptId: null, lent: false })
}

function entryOf({ entry }: Waiting): UndoRelation {
  return entry
}

function isMoved({ fate }: UndoRelation): boolean {
  return fate === 'moved'
}

function isAsItWas(edge: EdgeRow, entry: UndoRelation, survivorId: number, lent: string | null): boolean {
  const ownEnd = entry.outgoing ? edge.sourceId : edge.targetId
  return edge.type === entry.type && ownEnd === survivorId && edge.note === (entry.text ?? lent)
}

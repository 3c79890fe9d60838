import { notRestored } from './not-restored.ts'
import { edgeOf } from './plan-merge.ts'
import type { NotRestored } from './schema.ts'
import { withoutSection } from './section.ts'
import type { EdgeRow, MergeRecord, NewLink, NewTitle, SideRow } from './store.ts'
import { borrow, inherit, type Undo, type UndoLink, type UndoRelation } from './undo.ts'

/** What an unmerge does. */
export type UnmergePlan = Readonly<{
  body: string
  untagged: number[]
  /** Links that go back, with the titles that they had. */
  movedLinks: number[]
  createdLinks: NewLink[]
  newTitles: NewTitle[]
  /** Relations that go back, and those that take their places. */
  movedEdges: number[]
  createdEdges: EdgeRow[]
  amendedEdges: EdgeRow[]
  /** Relations that the merge dropped, where nothing speaks against them. */
  remadeEdges: EdgeRow[]
  /** What is kept of the other merges into the survivor, where that changes. */
  records: MergeRecord[]
  notRestored: readonly NotRestored[]
}>

type Given = Readonly<{
  survivor: SideRow
  absorbed: SideRow
  /** What is kept of all merges into the survivor, in their order. */
  records: readonly MergeRecord[]
}>

const NOTHING: Undo = { tags: [], links: [], relations: [] }

/**
 * Plans how an absorbed idea comes back. What it leaves behind and others that are still absorbed brought, too, stays with
 * the survivor: the first of them has brought it then.
 */
export function planUnmerge({ survivor, absorbed, records }: Given): UnmergePlan {
  const lost: NotRestored[] = []
  const mine = records.find(({ ideaId }) => ideaId === absorbed.id)?.undo
  if (mine === undefined) lost.push(notRestored.merge())
  const own = mine ?? NOTHING
  const others = records
    .filter(({ ideaId }) => ideaId !== absorbed.id)
    .flatMap(({ ideaId, undo }) => (undo === undefined ? [] : [{ ideaId, undo: structuredClone(undo) }]))
  const body = withoutSection(survivor.body, absorbed)
  if (body === undefined) lost.push(notRestored.body())
  const parts = {
    body: body ?? survivor.body,
    untagged: planTags(survivor, absorbed, own, others, lost),
    ...planLinks(survivor, absorbed, own, others, lost),
    ...planEdges(survivor, absorbed, own, others, lost),
  }
  const before = new Map(records.map(({ ideaId, undo }) => [ideaId, JSON.stringify(undo)]))
  const changed = others.filter(({ ideaId, undo }) => before.get(ideaId) !== JSON.stringify(undo))
  return { ...parts, records: changed, notRestored: lost }
}

type Others = readonly Readonly<{ ideaId: number; undo: Undo }>[]

function planTags(
  survivor: SideRow,
  absorbed: SideRow,
  own: Undo,
  others: Others,
  lost: NotRestored[],
): number[] {
  const carried = new Set(survivor.tags.map(({ id }) => id))
  const left = new Set(absorbed.tags.map(({ id }) => id))
  const rest = others.flatMap(({ undo }) => undo.tags)
  const untagged: number[] = []
  for (const tag of own.tags) {
    if (!left.has(tag.id)) lost.push(notRestored.tag(tag))
    if (!tag.gained || !carried.has(tag.id)) continue
    const heir = rest.find(({ id }) => id === tag.id)
    if (heir === undefined) untagged.push(tag.id)
    else heir.gained = true
  }
  return untagged
}

function planLinks(survivor: SideRow, absorbed: SideRow, own: Undo, others: Others, lost: NotRestored[]) {
  const standing = new Map(survivor.links.map((link) => [link.id, link]))
  const rest = others.flatMap(({ undo }) => undo.links)
  const movedLinks: number[] = []
  const createdLinks: NewLink[] = []
  const newTitles: NewTitle[] = []
  for (const link of own.links.filter(({ fate }) => fate === 'moved')) {
    if (!standing.delete(link.id)) {
      lost.push(notRestored.link(link))
      continue
    }
    movedLinks.push(link.id)
    newTitles.push({ id: link.id, title: link.text })
    const next = inherit(rest, link.id)
    if (next !== undefined) createdLinks.push(linkOf(survivor.id, next.heir, next.text))
  }
  for (const link of own.links.filter(({ fate }) => fate !== 'moved')) {
    createdLinks.push(linkOf(absorbed.id, link, link.text))
    const kept = standing.get(link.keptId ?? 0)
    if (!link.lent || kept?.title !== link.text) continue
    newTitles.push({ id: kept.id, title: borrow(rest.filter(({ keptId }) => keptId === kept.id)) })
  }
  return { movedLinks, createdLinks, newTitles }
}

function linkOf(ideaId: number, { id, url, linkType, createdAt }: UndoLink, title: string | null): NewLink {
  return { ideaId, id, url, title, linkType, createdAt }
}

function planEdges(survivor: SideRow, absorbed: SideRow, own: Undo, others: Others, lost: NotRestored[]) {
  const standing = new Map(survivor.relations.map((edge) => [edge.id, edge]))
  const rest = others.flatMap(({ undo }) => undo.relations)
  const movedEdges: number[] = []
  const createdEdges: EdgeRow[] = []
  const amendedEdges: EdgeRow[] = []
  for (const known of own.relations.filter(({ fate }) => fate === 'moved')) {
    const edge = standing.get(known.id)
    if (edge === undefined) {
      lost.push(
        waits(known, absorbed.id, rest)
          ? notRestored.relation(known, 'merged')
          : notRestored.relation(known, 'deleted'),
      )
      continue
    }
    if (!isAsItWas(edge, known, survivor.id, rest)) {
      lost.push(notRestored.relation(known, 'changed'))
      continue
    }
    standing.delete(edge.id)
    movedEdges.push(edge.id)
    // Its other end may have been merged meanwhile.
    const otherId = known.outgoing ? edge.targetId : edge.sourceId
    createdEdges.push(edgeOf(absorbed.id, known, otherId))
    const next = inherit(rest, edge.id)
    if (next !== undefined) createdEdges.push(edgeOf(survivor.id, next.heir, otherId, next.text))
  }
  const dropped = own.relations.filter(({ fate }) => fate !== 'moved')
  for (const known of dropped) {
    const kept = standing.get(known.keptId ?? 0)
    if (kept !== undefined) amendedEdges.push(...givenBack(kept, known, rest))
  }
  const remadeEdges = dropped.map((known) => edgeOf(absorbed.id, known, known.otherId))
  return { movedEdges, createdEdges, amendedEdges, remadeEdges }
}

/** Whether a relation comes back with another idea, that was merged after this one and was at its other end. */
function waits({ id }: UndoRelation, ideaId: number, rest: readonly UndoRelation[]): boolean {
  const waiting = rest.find((other) => other.id === id && other.fate === 'between')
  if (waiting === undefined) return false
  waiting.otherId = ideaId
  return true
}

function isAsItWas(
  edge: EdgeRow,
  known: UndoRelation,
  survivorId: number,
  rest: readonly UndoRelation[],
): boolean {
  const note = known.text ?? rest.find(({ keptId, lent }) => keptId === known.id && lent)?.text ?? null
  const ownEnd = known.outgoing ? edge.sourceId : edge.targetId
  return edge.type === known.type && ownEnd === survivorId && edge.note === note
}

/** A relation without what it has from the equal one that was dropped, unless that was changed since. */
function givenBack(kept: EdgeRow, known: UndoRelation, rest: readonly UndoRelation[]): EdgeRow[] {
  const equal = rest.filter(({ keptId }) => keptId === kept.id)
  const note = known.lent && kept.note === known.text ? borrow(equal) : kept.note
  let { score } = kept
  if (known.keptScore !== null && score === null) {
    const [next] = equal
    if (next === undefined) score = known.keptScore
    else next.keptScore = known.keptScore
  }
  return note === kept.note && score === kept.score ? [] : [{ ...kept, note, score }]
}

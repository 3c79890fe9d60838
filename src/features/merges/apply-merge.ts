import type { RelationRow } from '../relations/present.ts'
import type { IdeaTag, MergeIds } from './store.ts'
import { edgeKey, linkKey, type Subgraph } from './subgraph.ts'
import type { Undo, UndoLink, UndoRelation, UndoTag } from './undo.ts'

type Options = Readonly<{
  /** The tags of the absorbed idea that are merged, by default all, as it had them before tags were merged. */
  movingTags?: ReadonlySet<number>
  /** Relations that are dropped like relations between the two ideas. */
  between?: ReadonlySet<number>
}>

/** Moves the tags, links and relations of one idea to another in memory; returns the record that reverts it. */
export function applyMerge(graph: Subgraph, ids: MergeIds, options: Options = {}): Omit<Undo, 'at'> {
  return {
    tags: applyTags(graph, ids, options),
    links: applyLinks(graph, ids),
    relations: applyRelations(graph, ids, options),
  }
}

function applyTags(
  { tags }: Subgraph,
  { survivorId, absorbedId }: MergeIds,
  { movingTags }: Options,
): UndoTag[] {
  const carried = new Map(tags.get(survivorId)?.map((tag) => [tag.id, tag]))
  let position = Math.max(-1, ...[...carried.values()].map((tag) => tag.position))
  const move = ({ id, name, auto, isMerged }: IdeaTag, one: number): UndoTag => {
    const own = carried.get(id)
    if (own === undefined) {
      carried.set(id, { id, name, auto, position: (position += 1), tagIds: [one], isMerged })
      return { id: one, name, auto, gained: true, chosen: false }
    }
    const gained = !own.tagIds.includes(one)
    const tagIds = gained ? [...own.tagIds, one] : own.tagIds
    carried.set(id, { ...own, auto: own.auto && auto, tagIds, isMerged: own.isMerged || gained })
    return { id: one, name, auto, gained, chosen: !auto && own.auto }
  }
  const undo = (tags.get(absorbedId) ?? []).flatMap((tag) =>
    tag.tagIds.filter((one) => movingTags?.has(one) !== false).map((one) => move(tag, one)),
  )
  tags.set(survivorId, [...carried.values()])
  return undo
}

function applyLinks({ links }: Subgraph, { survivorId, absorbedId }: MergeIds): UndoLink[] {
  return links.with(absorbedId).map((link) => {
    const { id, url, title: text, linkType, createdAt } = link
    const entry = { id, url, text, linkType, createdAt }
    const moved = { ...link, ideaId: survivorId }
    const [equal] = links.with(linkKey(moved))
    if (equal === undefined) {
      links.set(id, moved)
      return { ...entry, fate: 'moved', keptId: null, lent: false }
    }
    const lent = equal.title === null && text !== null
    if (lent) links.set(equal.id, { ...equal, title: text })
    links.delete(id)
    return { ...entry, fate: 'equal', keptId: equal.id, lent }
  })
}

function applyRelations(
  { edges }: Subgraph,
  { survivorId, absorbedId }: MergeIds,
  { between }: Options,
): UndoRelation[] {
  // Those that are moved are not compared with one another.
  const found = edges.with(absorbedId).map((edge) => {
    const entry = remember(edge, absorbedId)
    const moved = edgeOf(survivorId, entry)
    return { edge, entry, moved, equal: edges.with(edgeKey(moved))[0] }
  })
  return found.flatMap(({ edge, entry, moved, equal }): UndoRelation[] => {
    edges.delete(edge.id)
    // Dropped, because the merged idea is checked for duplicates again.
    if (isAutomatic(edge)) return []
    if (entry.otherId === survivorId || between?.has(edge.id) === true) return [{ ...entry, fate: 'between' }]
    if (equal === undefined) {
      edges.set(moved.id, moved)
      return [entry]
    }
    const lent = equal.note === null && edge.note !== null
    // An automatic relation that absorbs a manual one becomes manual.
    const keptScore = isAutomatic(equal) ? equal.score : null
    edges.set(equal.id, {
      ...equal,
      note: equal.note ?? edge.note,
      score: isAutomatic(equal) ? null : equal.score,
    })
    return [{ ...entry, fate: 'equal', keptId: equal.id, lent, keptScore }]
  })
}

/** Whether duplicate detection created the relation. */
function isAutomatic({ type, score }: RelationRow): boolean {
  return type === 'DUPLICATE' && score !== null
}

function remember({ note, sourceId, targetId, ...edge }: RelationRow, ideaId: number): UndoRelation {
  const outgoing = sourceId === ideaId
  const end = { outgoing, otherId: outgoing ? targetId : sourceId }
  return { ...edge, ...end, text: note, fate: 'moved', keptId: null, lent: false, keptScore: null }
}

/** A recorded relation as a relation of this idea, with its recorded other end unless another is given. */
export function edgeOf(ideaId: number, known: UndoRelation, otherId = known.otherId): RelationRow {
  const { id, type, text: note, createdAt, score } = known
  const [sourceId, targetId] = known.outgoing ? [ideaId, otherId] : [otherId, ideaId]
  return { id, type, sourceId, targetId, note, createdAt, score }
}

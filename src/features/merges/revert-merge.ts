import { edgeOf } from './apply-merge.ts'
import type { IdeaLink, MergeRecord, MergeIds } from './store.ts'
import { edgeKey, type Subgraph } from './subgraph.ts'
import type { Undo, UndoLink, UndoRelation, UndoTag } from './undo.ts'

/**
 * Reverts a merge in a subgraph in which all later merges are reverted. Returns the part of its record that could not be
 * reverted because users changed those tags, links and relations.
 */
export function revertMerge(graph: Subgraph, { undo, ...ids }: MergeRecord): Undo {
  return {
    at: undo.at,
    // In reverse order, because of equal links and tags of the absorbed idea the first was kept.
    tags: undo.tags.toReversed().filter((tag) => !revertTag(graph, ids, tag)),
    links: undo.links.toReversed().filter((link) => !revertLink(graph, ids, link)),
    relations: undo.relations.filter((relation) => !revertRelation(graph, ids, relation)),
  }
}

function revertTag(
  { tags }: Subgraph,
  { survivorId }: MergeIds,
  { id, auto, gained, chosen }: UndoTag,
): boolean {
  const all = tags.get(survivorId) ?? []
  const kept = all.find(({ tagIds }) => tagIds.includes(id))
  if (kept === undefined) return false
  const isChosenSince = gained && auto && !kept.auto && !kept.isMerged
  if (isChosenSince) return false
  const tagIds = kept.tagIds.filter((one) => !gained || one !== id)
  const others = all.filter((tag) => tag !== kept)
  const isAuto = kept.auto || (chosen && !kept.isMerged)
  tags.set(survivorId, tagIds.length > 0 ? [...others, { ...kept, tagIds, auto: isAuto }] : others)
  return true
}

function revertLink({ links }: Subgraph, { survivorId, absorbedId }: MergeIds, entry: UndoLink): boolean {
  const kept = links.get(entry.keptId ?? entry.id)
  if (kept?.ideaId !== survivorId) return false
  if (entry.lent && kept.title === entry.text) links.set(kept.id, { ...kept, title: null })
  links.set(entry.id, linkOf(absorbedId, entry))
  return true
}

/** A recorded link as a link of this idea. */
export function linkOf(ideaId: number, { id, url, text: title, linkType, createdAt }: UndoLink): IdeaLink {
  return { id, ideaId, url, title, linkType, createdAt }
}

function revertRelation(
  { edges }: Subgraph,
  { survivorId, absorbedId }: MergeIds,
  entry: UndoRelation,
): boolean {
  const { id, fate, text, lent, keptScore } = entry
  if (fate === 'moved') {
    const edge = edges.get(id)
    const otherId = entry.outgoing ? edge?.targetId : edge?.sourceId
    const isUnchanged = edge?.note === text && edgeKey(edge) === edgeKey(edgeOf(survivorId, entry, otherId))
    if (isUnchanged) edges.set(id, { ...edgeOf(absorbedId, entry, otherId), score: edge.score })
    return isUnchanged
  }
  if (fate === 'equal') {
    const kept = edges.get(entry.keptId ?? 0)
    if (kept === undefined || edgeKey(kept) !== edgeKey(edgeOf(survivorId, entry))) return false
    // A user removed the note that had been copied: reapplying must not copy it again.
    if (lent && kept.note === null) return false
    const note = lent && kept.note === text ? null : kept.note
    edges.set(kept.id, { ...kept, note, score: kept.score ?? keptScore })
  }
  edges.set(id, edgeOf(absorbedId, entry))
  return true
}

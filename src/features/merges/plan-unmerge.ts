import { applyMerge, edgeOf } from './apply-merge.ts'
import { notRestored } from './not-restored.ts'
import { linkOf, revertMerge } from './revert-merge.ts'
import type { NotRestored } from './schema.ts'
import { withoutSection } from './section.ts'
import type { MergeHistory } from './select-merges.ts'
import type { Changes, MergeRecord, FullIdea, MergeIds } from './store.ts'
import { changesOf, subgraphOf, type Subgraph } from './subgraph.ts'
import { isKnown, Undo, type UndoLink, type UndoRelation } from './undo.ts'

/** The changes of an unmerge. */
export type UnmergePlan = Changes &
  Readonly<{
    body: string
    /** The changed records of later merges. */
    records: MergeRecord[]
    notRestored: NotRestored[]
  }>

/** The ideas of the merge to revert, and those of later merges. */
type Ideas = Readonly<{ survivor: FullIdea; absorbed: FullIdea; others: readonly FullIdea[] }>

/**
 * Plans an unmerge. In memory it reverts the later merges, newest first, then this one, and reapplies the later ones; the
 * plan is the difference. What users changed since a merge is neither reverted nor reapplied.
 */
export function planUnmerge(
  { own, later }: MergeHistory,
  { survivor, absorbed, others }: Ideas,
): UnmergePlan {
  const { undo } = own
  const ideas = [survivor, absorbed, ...others]
  const [before, graph] = [subgraphOf(ideas), subgraphOf(ideas)]
  const left = new Map(later.toReversed().map((merge) => [merge, revertMerge(graph, merge)]))
  const rest = revertMerge(graph, own)
  const remade = remake(graph, own, rest, later)

  const staying = new Set(graph.edges.with(survivor.id).map(({ id }) => id))
  const back = undo.relations.filter(({ id }) => !staying.has(id))
  const shown = back.filter(({ id }) => graph.edges.has(id))
  const { text, shifted } = withoutOwn(survivor, absorbed, undo)
  const waiting = new Set([...left.values()].flatMap(({ relations }) => relations.map(({ id }) => id)))
  const backIds = new Set(back.map(({ id }) => id))
  const records = later.map((merge) => {
    const kept = left.get(merge) ?? merge.undo
    const at = merge.survivorId === survivor.id ? shifted(kept.at) : kept.at
    const links = withoutLent(kept.links, rest.links)
    const relations = withoutLent(kept.relations, rest.relations).map((entry) => {
      // Dropped by that merge, and now with the restored idea instead of the survivor.
      if (entry.otherId !== survivor.id || !backIds.has(entry.id)) return entry
      makeAutomaticAgain(graph, entry)
      return { ...entry, otherId: absorbed.id }
    })
    return reapply(graph, merge, { ...kept, at, links, relations })
  })
  const moved = rest.relations.filter(({ fate }) => fate === 'moved')
  const tags = new Set(absorbed.tags.flatMap(({ tagIds }) => tagIds))
  const changes = changesOf(before, graph, own)
  return {
    ...changes,
    remadeEdges: [...changes.remadeEdges, ...remade],
    body: text ?? survivor.body,
    records: records.filter(
      ({ undo: now }, at) => JSON.stringify(Undo.parse(now)) !== JSON.stringify(later[at]?.undo),
    ),
    notRestored: [
      ...(isKnown(own) ? [] : [notRestored.merge()]),
      ...(text === undefined ? [notRestored.body()] : []),
      ...undo.tags.filter(({ id }) => !tags.has(id)).map(notRestored.tag),
      ...rest.links
        .filter(({ fate }) => fate === 'moved')
        .map(notRestored.link)
        .reverse(),
      ...moved
        .filter(({ id }) => !staying.has(id))
        .map((entry) => notRestored.relation(entry, waiting.has(entry.id) ? 'merged' : 'deleted')),
      ...moved.filter(({ id }) => staying.has(id)).map((entry) => notRestored.relation(entry, 'changed')),
      ...shown.filter(({ id }) => !graph.edges.has(id)).map((entry) => notRestored.relation(entry, 'merged')),
    ],
  }
}

/**
 * Restores links and relations that the merge dropped in favour of equal ones that users changed since. Relations with
 * active ideas are returned instead, because equal ones may exist by now.
 */
function remake(graph: Subgraph, { absorbedId }: MergeIds, rest: Undo, later: readonly MergeRecord[]) {
  for (const link of rest.links) if (link.fate !== 'moved') graph.links.set(link.id, linkOf(absorbedId, link))
  const dropped = rest.relations.filter(({ fate }) => fate !== 'moved')
  for (const entry of dropped) makeAutomaticAgain(graph, entry)
  const isAbsorbed = ({ otherId }: UndoRelation): boolean =>
    later.some((merge) => merge.absorbedId === otherId)
  for (const entry of dropped.filter(isAbsorbed)) graph.edges.set(entry.id, edgeOf(absorbedId, entry))
  return dropped.filter((entry) => !isAbsorbed(entry)).map((entry) => edgeOf(absorbedId, entry))
}

/** The relation that was kept for one made by hand no longer stands for that, wherever later merges moved it. */
function makeAutomaticAgain({ edges }: Subgraph, entry: UndoRelation): void {
  const kept = edges.get(entry.keptId ?? 0)
  if (kept?.type === entry.type) edges.set(kept.id, { ...kept, score: kept.score ?? entry.keptScore })
}

/** Reapplies a reverted merge, except for the part of its record that was not reverted. */
function reapply(graph: Subgraph, { undo, ...ids }: MergeRecord, left: Undo): MergeRecord {
  const leftTags = new Set(left.tags.map(({ id }) => id))
  // Only those of its record: a tag merge may have given the absorbed idea another one since.
  const movingTags = new Set(undo.tags.map(({ id }) => id).filter((id) => !leftTags.has(id)))
  // A relation between two absorbed ideas is restored only when both are.
  const between = new Set(undo.relations.filter(({ fate }) => fate === 'between').map(({ id }) => id))
  const { tags, links, relations } = applyMerge(graph, ids, { movingTags, between })
  return {
    ...ids,
    undo: {
      at: left.at,
      tags: [...tags, ...left.tags],
      links: [...links, ...left.links],
      relations: [...relations, ...left.relations],
    },
  }
}

/** Takes back what the merge lent to links and relations that later merges dropped: titles, notes, and being made by hand. */
function withoutLent<Entry extends UndoLink | UndoRelation>(
  waiting: readonly Entry[],
  lenders: readonly Entry[],
): Entry[] {
  // Reversed, so that the first of several lenders counts.
  const lenderOf = new Map(lenders.toReversed().map((lender) => [lender.keptId, lender]))
  return waiting.map((entry) => {
    const lender = lenderOf.get(entry.id)
    if (lender === undefined) return entry
    const text = lender.lent && lender.text === entry.text ? null : entry.text
    return {
      ...entry,
      text,
      ...('keptScore' in lender && 'score' in entry && { score: entry.score ?? lender.keptScore }),
    }
  })
}

/** The survivor's body without the section of the absorbed idea, and the new offset of a section after it. */
function withoutOwn(survivor: FullIdea, absorbed: FullIdea, undo: Undo) {
  const found = withoutSection(survivor.body, absorbed, undo.at)
  if (found === undefined) return { text: undefined, shifted: (at: number) => at }
  const begin = isKnown({ undo }) ? undo.at : found.at
  const length = survivor.body.length - found.body.length
  return { text: found.body, shifted: (at: number) => (at > begin ? at - length : at) }
}

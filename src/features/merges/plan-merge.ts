import { applyMerge } from './apply-merge.ts'
import { withSection } from './section.ts'
import type { Changes, FullIdea } from './store.ts'
import { changesOf, subgraphOf } from './subgraph.ts'
import type { Undo } from './undo.ts'

/** The changes of a merge, and the record that reverts it. */
export type MergePlan = Changes &
  Readonly<{
    body: string
    /** The names of the tags that the merged idea has and the survivor had not. */
    gainedTags: string[]
    /** How many tags, links and relations the merged idea has. */
    tagCount: number
    linkCount: number
    relationCount: number
    undo: Undo
  }>

/** Plans the merge of one idea into another. */
export function planMerge(survivor: FullIdea, absorbed: FullIdea): MergePlan {
  const ids = { survivorId: survivor.id, absorbedId: absorbed.id }
  const [before, graph] = [subgraphOf([survivor, absorbed]), subgraphOf([survivor, absorbed])]
  const { body, at } = withSection(survivor.body, absorbed)
  const undo = { at, ...applyMerge(graph, ids) }
  return {
    ...changesOf(before, graph, ids),
    body,
    gainedTags: absorbed.tags
      .filter(({ id }) => survivor.tags.every((own) => own.id !== id))
      .map(({ name }) => name),
    tagCount: graph.tags.get(survivor.id)?.length ?? 0,
    linkCount: graph.links.with(survivor.id).length,
    relationCount: graph.edges.with(survivor.id).length,
    undo,
  }
}

import type { RelationRow } from '../relations/present.ts'
import { createIndexed, type Indexed } from './indexed.ts'
import type { Contents, Changes, IdeaLink, IdeaTag, MergeIds } from './store.ts'

/** Tags, links and relations of some ideas in memory: tags by idea id, links and relations by their own id. */
export type Subgraph = Readonly<{
  tags: Map<number, readonly IdeaTag[]>
  /** Found by their idea, and by {@link linkKey}. */
  links: Indexed<IdeaLink>
  /** Found by the ideas at both ends, and by {@link edgeKey}. */
  edges: Indexed<RelationRow>
}>

/** Copies ideas into a subgraph. */
export function subgraphOf(ideas: Iterable<Contents>): Subgraph {
  const graph: Subgraph = {
    tags: new Map(),
    links: createIndexed((link) => [link.ideaId, linkKey(link)]),
    edges: createIndexed((edge) => [edge.sourceId, edge.targetId, edgeKey(edge)]),
  }
  for (const { id: ideaId, tags, links, relations } of ideas) {
    graph.tags.set(ideaId, tags)
    // The file of an attachment goes with its link, whatever the plan.
    for (const { file: _, ...link } of links) graph.links.set(link.id, { ...link, ideaId })
    for (const edge of relations) graph.edges.set(edge.id, edge)
  }
  return graph
}

/** The key under which links are equal: their idea, and what their URL normalises to. */
export function linkKey({ ideaId, url }: Pick<IdeaLink, 'ideaId' | 'url'>): string {
  return `${ideaId} ${URL.canParse(url) ? new URL(url).href : url}`
}

/** The key under which relations are equal: type, source and target. */
export function edgeKey({ type, sourceId, targetId }: RelationRow): string {
  return `${type} ${sourceId} ${targetId}`
}

/** The changes that turn the first subgraph into the second. */
export function changesOf(
  old: Subgraph,
  now: Subgraph,
  { survivorId }: Pick<MergeIds, 'survivorId'>,
): Changes {
  const [tags = [], newTags = []] = [old.tags.get(survivorId), now.tags.get(survivorId)]
  const [links, edges] = [[...now.links.values()], [...now.edges.values()]]
  const isAt = (edge: RelationRow): boolean => {
    const before = old.edges.get(edge.id)
    return before !== undefined && edgeKey(before) === edgeKey(edge)
  }
  const isRemade = (edge: RelationRow): boolean => !old.edges.has(edge.id)
  const created = edges.filter((edge) => !isAt(edge))
  const gone = new Set(created.map(({ id }) => id))
  return {
    untagged: idsOf(tags).filter((id) => !newTags.some((tag) => tag.id === id)),
    tagged: newTags.filter((tag) => !tags.some((one) => tagKey(one) === tagKey(tag))),
    removedLinks: idsOf(old.links.values()).filter((id) => !now.links.has(id)),
    links: links.filter((link) => {
      const before = old.links.get(link.id)
      return before?.ideaId !== link.ideaId || before.title !== link.title
    }),
    removedEdges: idsOf(old.edges.values()).filter((id) => gone.has(id) || !now.edges.has(id)),
    createdEdges: created.filter((edge) => !isRemade(edge)),
    amendedEdges: edges.filter((edge) => {
      const before = old.edges.get(edge.id)
      return isAt(edge) && (before?.note !== edge.note || before.score !== edge.score)
    }),
    remadeEdges: created.filter(isRemade),
  }
}

function tagKey({ id, auto, tagIds }: IdeaTag): string {
  return `${id} ${auto} ${tagIds.toSorted((a, b) => a - b).join()}`
}

function idsOf(things: Iterable<{ id: number }>): number[] {
  return [...things].map(({ id }) => id)
}

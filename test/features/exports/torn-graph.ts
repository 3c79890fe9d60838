import fc from 'fast-check'
import type { RelationRow } from '../../../src/features/relations/present.ts'
import type {
  DuplicateRow,
  ExportStore,
  IdeaRow,
  OwnedLinkRow,
  OwnedPage,
  SnapshotRow,
} from '../../../src/features/exports/store.ts'

type Idea = { archived: boolean; parent: number | null; survivor: number | null; tags: number[] }
type Edge = { source: number; target: number }

/** A user's graph in memory, which something else changes after every page that is read of it. */
export type TornGraph = {
  ideas: Map<number, Idea>
  tags: Map<number, string>
  relations: Map<number, Edge>
  links: Map<number, number>
  pairs: Map<number, Edge>
}

/** The ideas that change; the last four are not there at first. */
const IDS = 16
const FIRST_IDS = 12
/** Ideas that nothing happens to, in the middle: what belongs to the others is not all in one page. */
const FILLERS = 500
const id = fc.integer({ min: 1, max: IDS })

/** What another client may do between two pages; where an id is not there it does nothing. */
export const Change = fc.record({
  kind: fc.constantFrom(
    'create',
    'delete',
    'move',
    'merge',
    'restore',
    'rename',
    'untag',
    'relate',
    'nothing',
  ),
  id,
  other: id,
})
export type Change = typeof Change extends fc.Arbitrary<infer T> ? T : never

const CHANGES: Readonly<Record<string, (graph: TornGraph, id: number, other: number) => void>> = {
  create(graph, id, other) {
    if (id <= FIRST_IDS || graph.ideas.has(id)) return
    graph.ideas.set(id, { archived: false, parent: null, survivor: null, tags: [id, other] })
    graph.tags.set(id, `tag ${id}`)
    graph.links.set(id, id)
    if (graph.ideas.has(other)) graph.pairs.set(id, { source: other, target: id })
  },
  delete(graph, id) {
    graph.ideas.delete(id)
    for (const idea of graph.ideas.values()) {
      if (idea.parent === id) idea.parent = null
      if (idea.survivor === id) idea.survivor = null
    }
    for (const edges of [graph.relations, graph.pairs]) {
      for (const [key, { source, target }] of edges) if (source === id || target === id) edges.delete(key)
    }
    for (const [key, owner] of graph.links) if (owner === id) graph.links.delete(key)
  },
  move(graph, id, other) {
    const idea = graph.ideas.get(id)
    if (idea?.archived !== false || graph.ideas.get(other)?.archived !== false) return
    if (!ancestors(graph, other).includes(id)) idea.parent = other
  },
  merge(graph, id, other) {
    const idea = graph.ideas.get(id)
    if (id === other || idea?.archived !== false || graph.ideas.get(other)?.archived !== false) return
    Object.assign(idea, { archived: true, parent: null, survivor: other })
    for (const child of graph.ideas.values()) if (child.parent === id) child.parent = null
    for (const [key, edge] of graph.relations) {
      if (edge.source === id) edge.source = other
      if (edge.target === id) edge.target = other
      if (edge.source === edge.target) graph.relations.delete(key)
    }
    for (const [key, owner] of graph.links) if (owner === id) graph.links.set(key, other)
  },
  restore(graph, id, other) {
    const idea = graph.ideas.get(id)
    if (idea?.archived !== true || graph.ideas.get(other)?.archived !== false) return
    Object.assign(idea, { archived: false, survivor: null })
    CHANGES['relate']?.(graph, id, other)
    CHANGES['move']?.(graph, other, id)
  },
  rename(graph, id, other) {
    if (![...graph.tags.values()].includes(`name ${other}`)) graph.tags.set(id, `name ${other}`)
  },
  untag(graph, id) {
    graph.tags.delete(id)
    for (const idea of graph.ideas.values()) idea.tags = idea.tags.filter((tag) => tag !== id)
  },
  relate(graph, id, other) {
    if (graph.ideas.get(id)?.archived !== false || graph.ideas.get(other)?.archived !== false) return
    graph.relations.set(1_000 + graph.relations.size, { source: id, target: other })
  },
  nothing: () => undefined,
}

function ancestors({ ideas }: TornGraph, id: number): number[] {
  const line: number[] = []
  for (let at: number | null = id; at !== null; at = ideas.get(at)?.parent ?? null) line.push(at)
  return line
}

/** Ideas 1 to 12 with tags, links and pairs, and others between the sixth and the seventh; then a history that gives them parents, merges and relations. */
export function graphAfter(history: readonly Change[]): TornGraph {
  const ids = Array.from({ length: FIRST_IDS }, (_, index) => index + 1)
  const fillers = Array.from({ length: FILLERS }, (_, index) => 100 + index)
  const half = FIRST_IDS / 2
  const next = (id: number): number => (id % FIRST_IDS) + 1
  const graph: TornGraph = {
    ideas: new Map(
      [...ids.slice(0, half), ...fillers, ...ids.slice(half)].map((id) => [
        id,
        { archived: false, parent: null, survivor: null, tags: id <= IDS ? [id, next(id)] : [] },
      ]),
    ),
    tags: new Map(ids.map((id) => [id, `tag ${id}`])),
    relations: new Map(),
    links: new Map(ids.map((id) => [id, id])),
    pairs: new Map(ids.map((id) => [id, { source: id, target: next(id) }])),
  }
  for (const change of history) apply(graph, change)
  return graph
}

/** Makes one change. */
export function apply(graph: TornGraph, { kind, id, other }: Change): void {
  CHANGES[kind]?.(graph, id, other)
}

/** A store of the graph whose ideas are so long that each ends a page; every read is followed by the next change. */
export function tornStore(graph: TornGraph, changes: readonly Change[]): ExportStore {
  const queue = [...changes]
  const then = <T>(answer: T): Promise<T> => {
    const change = queue.shift()
    if (change !== undefined) apply(graph, change)
    return Promise.resolve(answer)
  }
  const tagsOf = (idea: Idea) =>
    idea.tags.flatMap((tag) =>
      graph.tags.has(tag) ? [[tag, graph.tags.get(tag) ?? '', null] as [number, string, null]] : [],
    )
  const ideaRow = (id: number, idea: Idea): IdeaRow => ({
    id,
    title: 't',
    body: 'b',
    status: 'captured',
    source: 'api',
    sourceUrl: null,
    archived: idea.archived,
    createdAt: id,
    updatedAt: id,
    tags: tagsOf(idea),
    autoTagIds: [],
    parentId: idea.parent,
    survivorId: idea.survivor,
  })
  return {
    snapshot: async ({ archived }) =>
      then(
        [...graph.ideas]
          .filter(([, idea]) => idea.archived === archived)
          .map(([id, idea]): SnapshotRow => [
            id,
            id,
            id <= IDS ? 1_000_000 : 0,
            archived ? idea.survivor : idea.parent,
          ]),
      ),
    ideas: async (_, ids) =>
      then(ids.flatMap((id) => (graph.ideas.has(id) ? [ideaRow(id, graph.ideas.get(id) as Idea)] : []))),
    nodes: async () => [],
    tags: async () => then([...graph.tags].map(([id, name]) => ({ id, name, nameKey: name, color: null }))),
    relations: async (page) =>
      then(
        owned(
          page,
          [...graph.relations].map(([id, { source, target }]): [number, RelationRow] => [
            source,
            {
              id,
              sourceId: source,
              targetId: target,
              type: 'RELATED',
              note: null,
              score: null,
              createdAt: 1,
            },
          ]),
        ),
      ),
    links: async (page) =>
      then(
        owned(
          page,
          [...graph.links].map(([id, ideaId]): [number, OwnedLinkRow] => [
            ideaId,
            {
              id,
              ideaId,
              url: 'https://example.org',
              title: null,
              linkType: 'url',
              createdAt: 1,
              file: null,
            },
          ]),
        ),
      ),
    duplicates: async (page) =>
      then(
        owned(
          page,
          [...graph.pairs].map(([id, { source, target }]): [number, DuplicateRow] => [
            source,
            {
              id,
              ideaId: source,
              duplicateOfId: target,
              score: 1,
              confidence: null,
              reasons: null,
              status: 'pending',
              createdAt: 1,
            },
          ]),
        ),
      ),
  }
}

function owned<R extends { id: number }>(
  { ids, ideaId, id, limit }: OwnedPage,
  rows: readonly (readonly [owner: number, row: R])[],
): R[] {
  return rows
    .filter(([owner, row]) => ids.includes(owner) && (owner !== ideaId || row.id > id))
    .toSorted(([a, x], [b, y]) => a - b || x.id - y.id)
    .slice(0, limit)
    .map(([, row]) => row)
}

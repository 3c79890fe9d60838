import { DirectedGraph, UndirectedGraph } from 'graphology'
import louvainModule from 'graphology-communities-louvain'
import { connectedComponents } from 'graphology-components'
import { topologicalGenerations } from 'graphology-dag'
import pagerankModule from 'graphology-metrics/centrality/pagerank.js'
import { backEdges, cyclesThrough, type Edge } from '../../platform/cycles.ts'

// Their declarations are those of ES modules, but they are CommonJS: what is imported is what they declare as the default.
const louvain = louvainModule as unknown as typeof louvainModule.default
const pagerank = pagerankModule as unknown as typeof pagerankModule.default

/** Ideas by id, as strings, and pairs of related ones. */
type Related = Readonly<{ ids: readonly string[]; pairs: readonly Edge[] }>

/** The ideas of each part that no relation connects to the others, without those that have no relation. */
export function components({ ids, pairs }: Related): string[][] {
  return connectedComponents(undirected({ ids, pairs })).filter(({ length }) => length > 1)
}

/** Groups by modularity (Louvain), weighted by the number of relations; the same for the same graph. */
export function communities({ ids, pairs }: Related): string[][] {
  // Always from the first idea on, instead of a random one.
  const found = louvain(undirected({ ids, pairs }), { randomWalk: false, getEdgeWeight: 'weight' })
  const groups = Map.groupBy(ids, (id) => found[id])
  return [...groups.values()].filter(({ length }) => length > 1)
}

/**
 * PageRank (Page, Brin, Motwani and Winograd 1999, damping 0.85) of each idea, with each relation taken in both directions:
 * as two edges, because the library divides the weight of an undirected one by the degree of one end only.
 */
export function ranks({ ids, pairs }: Related): Readonly<Record<string, number>> {
  const graph = new DirectedGraph()
  for (const id of ids) graph.addNode(id)
  for (const { source, target } of pairs) {
    graph.mergeEdge(source, target)
    graph.mergeEdge(target, source)
  }
  return ids.length === 0 ? {} : pagerank(graph, { getEdgeWeight: null })
}

/** A longest chain of ideas of which each blocks the next, and the shortest cycle through each edge that closes one, which it does not follow. */
export async function blockingChain(
  blocks: readonly Edge[],
): Promise<{ chain: string[]; cycles: string[][] }> {
  const closing = new Set(await backEdges(blocks))
  const acyclic = new DirectedGraph()
  for (const [at, { source, target }] of blocks.entries()) {
    if (!closing.has(at)) acyclic.mergeEdge(source, target)
  }
  const cycles = cyclesThrough(blocks, closing).map((ids) => ids.map(String))
  return { chain: longestPath(acyclic), cycles }
}

/** The generation of an idea is the length of the longest chain that ends there: go back from one in the last generation. */
function longestPath(graph: DirectedGraph): string[] {
  const generations = topologicalGenerations(graph)
  const generationOf = new Map(generations.flatMap((ids, at) => ids.map((id) => [id, at] as const)))
  const path: string[] = []
  let next = generations.at(-1)?.[0]
  while (next !== undefined) {
    path.push(next)
    const before = (generationOf.get(next) ?? 0) - 1
    next = graph.findInNeighbor(next, (id) => generationOf.get(id) === before)
  }
  return path.toReversed()
}

function undirected({ ids, pairs }: Related): UndirectedGraph {
  const graph = new UndirectedGraph()
  for (const id of ids) graph.addNode(id)
  for (const { source, target } of pairs) {
    graph.updateEdge(source, target, ({ weight = 0 }) => ({ weight: weight + 1 }))
  }
  return graph
}

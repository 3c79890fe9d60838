import type { z } from 'zod'
import type { Edge } from '../../platform/cycles.ts'
import type { GraphMap } from '../map/schema.ts'
import { blockingChain, communities, components, ranks } from './graph-shape.ts'
import { INSIGHT_LIMITS, type Insights, type NamedIdea } from './schema.ts'

type WholeMap = Pick<z.infer<typeof GraphMap>, 'nodes' | 'edges'>
type Node = WholeMap['nodes'][number]

/** What a map tells about its ideas, without its revision. */
export async function insightsOf({ nodes, edges }: WholeMap): Promise<Omit<Insights, 'revision'>> {
  const byId = new Map(nodes.map((node) => [String(node.id), node]))
  const connections = (id: string): number => byId.get(id)?.connectionCount ?? 0
  const named = (id: string): NamedIdea => ({ id: Number(id), title: byId.get(id)?.title ?? '' })
  const related = nodes.filter(({ connectionCount }) => connectionCount > 0).sort(byConnections)
  const orphans = nodes.filter(({ connectionCount }) => connectionCount === 0).sort((a, b) => b.id - a.id)
  const graph = { ids: related.map(({ id }) => String(id)), pairs: edges }
  const blocks = edges.filter(({ relation_type: type }) => type === 'blocks')
  const { chain, cycles } = await blockingChain(blocks)
  const pageranks = ranks(graph)
  const groups = (found: string[][]) =>
    listed(
      found.sort((a, b) => b.length - a.length || Number(a[0]) - Number(b[0])),
      (ids) => ({
        size: ids.length,
        ideas: ids
          .sort((a, b) => connections(b) - connections(a))
          .slice(0, INSIGHT_LIMITS.members)
          .map(named),
      }),
    )
  return {
    orphans: listed(orphans, name),
    hubs: listed(related, (node) => ({
      ...name(node),
      connections: node.connectionCount,
      pagerank: pageranks[node.id] ?? 0,
    })),
    components: groups(components(graph)),
    longest_blocking_chain: listed(chain, named, INSIGHT_LIMITS.chain),
    ready: listed(readyOf(nodes, blocks), name),
    communities: groups(communities(graph)),
    cycles: listed(cycles, (ids) => ids.slice(0, INSIGHT_LIMITS.members).map(named)),
  }
}

/** Captured and explored ideas of which every blocker is shipped, those first that block the most. */
function readyOf(nodes: readonly Node[], blocks: readonly Edge[]): Node[] {
  const shipped = new Set(nodes.flatMap(({ id, status }) => (status === 'shipped' ? id : [])))
  const waiting = new Set(blocks.flatMap(({ source, target }) => (shipped.has(source) ? [] : target)))
  const blocked = new Map<number, number>()
  for (const { source } of blocks) blocked.set(source, (blocked.get(source) ?? 0) + 1)
  return nodes
    .filter(({ id, status }) => (status === 'captured' || status === 'exploring') && !waiting.has(id))
    .sort((a, b) => (blocked.get(b.id) ?? 0) - (blocked.get(a.id) ?? 0) || b.id - a.id)
}

function byConnections(a: Node, b: Node): number {
  return b.connectionCount - a.connectionCount || a.id - b.id
}

function name({ id, title }: Node): NamedIdea {
  return { id, title }
}

function listed<From, Entry>(
  all: readonly From[],
  entry: (from: From) => Entry,
  most: number = INSIGHT_LIMITS.entries,
): { total: number; items: Entry[] } {
  return { total: all.length, items: all.slice(0, most).map(entry) }
}

import { MultiDirectedGraph } from 'graphology'
import type { Result } from '../../platform/api-types.ts'
import type { Positions } from './positions.ts'
import type { Status } from '../../parts/statuses.tsx'

/** The map as the API answers it. */
export type MapData = Result<'GET /map'>
type Node = MapData['nodes'][number]

/** By what ideas are coloured. */
export type ColourBy = 'status' | 'tag'
/** Which ideas are shown. */
export type Filter = Readonly<{ status: Status | ''; tag: string }>

/** What is pointed out: ideas in their order, and whether they are a refused cycle. */
export type Pointed = Readonly<{ ids: readonly number[]; kind: 'neighbours' | 'path' | 'cycle' }>

type NodeLook = { x: number; y: number; size: number; label: string; color: string; hidden: boolean }
type EdgeLook = { size: number; color: string; type: string }
/** The graph that is drawn. */
export type Drawn = MultiDirectedGraph<NodeLook, EdgeLook>

const STATUS_COLOURS: Readonly<Record<Status, string>> = {
  captured: '#7b8494',
  exploring: '#8b5cf6',
  building: '#d97706',
  shipped: '#22a35a',
  shelved: '#a08d7d',
}
const FAINT = { node: 'rgba(128, 128, 128, 0.35)', edge: 'rgba(128, 128, 128, 0.12)' }
const EDGE = 'rgba(128, 128, 128, 0.5)'
const POINTED: Readonly<Record<Pointed['kind'], string>> = {
  neighbours: '#3b82f6',
  path: '#3b82f6',
  cycle: '#dc2626',
}

/** Makes the graph of a map; places are set later. */
export function graphOf({ nodes, edges }: MapData): Drawn {
  const graph: Drawn = new MultiDirectedGraph()
  for (const { id, title, connectionCount } of nodes) {
    const size = 3 + Math.min(15, 2 * Math.sqrt(connectionCount))
    graph.addNode(id, { x: 0, y: 0, size, label: title, color: '#888888', hidden: false })
  }
  for (const { id, source, target, relation_type: type } of edges) {
    if (graph.hasNode(source) && graph.hasNode(target))
      graph.addDirectedEdgeWithKey(id, source, target, { size: 1, color: EDGE, type })
  }
  return graph
}

/** Puts the ideas of a graph to their places. */
export function move(graph: Drawn, ids: readonly number[], positions: Positions): void {
  const at = new Map(ids.map((id, index) => [String(id), 2 * index]))
  graph.updateEachNodeAttributes(
    (id, look) => {
      const index = at.get(id) ?? 0
      return { ...look, x: positions[index] ?? 0, y: positions[index + 1] ?? 0 }
    },
    { attributes: ['x', 'y'] },
  )
}

/** The ideas that a filter lets through. */
export function filtered({ nodes, edges }: MapData, { status, tag }: Filter): MapData {
  const kept = nodes.filter(
    (node) => (status === '' || node.status === status) && (tag === '' || node.tags.includes(tag)),
  )
  const ids = new Set(kept.map(({ id }) => id))
  return { nodes: kept, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) }
}

/** Colours a graph: by status or first tag, and what is pointed out before all else. */
export function colour(
  graph: Drawn,
  nodes: readonly Node[],
  by: ColourBy,
  pointed: Pointed | undefined,
): void {
  const colours = new Map(nodes.map((node) => [String(node.id), colourOf(node, by)]))
  const out = new Set(pointed?.ids.map(String))
  graph.updateEachNodeAttributes(
    (id, look) => ({
      ...look,
      color: pointed === undefined || out.has(id) ? (colours.get(id) ?? EDGE) : FAINT.node,
    }),
    { attributes: ['color'] },
  )
  const steps = stepsOf(pointed)
  graph.updateEachEdgeAttributes(
    (_, look, source, target) => {
      if (pointed === undefined) return { ...look, color: EDGE, size: 1 }
      const isOut =
        pointed.kind === 'neighbours'
          ? source === steps.hub || target === steps.hub
          : steps.has(source, target)
      return { ...look, color: isOut ? POINTED[pointed.kind] : FAINT.edge, size: isOut ? 3 : 1 }
    },
    { attributes: ['color', 'size'] },
  )
}

/** The edges of a path or cycle, in either direction; the hub of a neighbourhood. */
function stepsOf(pointed: Pointed | undefined) {
  const ids = pointed?.ids.map(String) ?? []
  const pairs = new Set(ids.slice(1).flatMap((id, at) => [`${ids[at]} ${id}`, `${id} ${ids[at]}`]))
  return { hub: ids[0], has: (source: string, target: string) => pairs.has(`${source} ${target}`) }
}

function colourOf({ status, tags: [tag] }: Node, by: ColourBy): string {
  if (by === 'status') return STATUS_COLOURS[status]
  if (tag === undefined) return EDGE
  let hash = 0
  for (const character of tag) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360
  return `hsl(${hash}, 60%, 50%)`
}

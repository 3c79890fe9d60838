import { UndirectedGraph } from 'graphology'
import type { Result } from '../../platform/api-types.ts'
import type { Places } from './positions.ts'
import { shortened } from '../../platform/shortened.ts'
import type { Status } from '../../parts/statuses.tsx'

/** The map as the API answers it. */
export type MapData = Result<'GET /map'>
type Node = MapData['nodes'][number]

/** By what ideas are coloured. */
export type ColourBy = 'status' | 'tag'
/** What a colour stands for. */
export type Colour = Readonly<{ name: string; colour: string }>
/** Tells what the colour of an idea stands for. */
export type Paint = (node: Node) => Colour
/** Which ideas are shown. */
export type Filter = Readonly<{ status: Status | ''; tag: string }>

/** What is pointed out: ideas in their order, and whether they are a refused cycle. */
export type Pointed = Readonly<{ ids: readonly number[]; kind: 'neighbours' | 'path' | 'cycle' }>

type NodeLook = { x: number; y: number; size: number; label: string; color: string }
type EdgeLook = { size: number; color: string }
/** The ideas that are drawn, and the edges that are pointed out; the others are mere lines. */
export type Drawn = UndirectedGraph<NodeLook, EdgeLook>

const STATUS_COLOURS: Readonly<Record<Status, string>> = {
  captured: '#7b8494',
  exploring: '#8b5cf6',
  building: '#d97706',
  shipped: '#22a35a',
  shelved: '#a08d7d',
}
/** sigma reads neither hsl() nor oklch(). */
const TAG_COLOURS =
  '#e6194b #3cb44b #d4a200 #4363d8 #f58231 #911eb4 #17a2b8 #f032e6 #7aa116 #b5651d #469990 #800000'.split(' ')
/** So many ideas have room on a screen; more of them are drawn smaller. */
const ROOMY = 300
/** So few are drawn twice as large, and all have their labels. */
const FEW = 30
const MAX_LABEL = 28
const ORIGIN = { x: 0, y: 0 }
const FAINT = 'rgba(128, 128, 128, 0.35)'
const UNTAGGED = 'rgba(128, 128, 128, 0.5)'
const POINTED: Readonly<Record<Pointed['kind'], string>> = {
  neighbours: '#3b82f6',
  path: '#3b82f6',
  cycle: '#dc2626',
}

/** The ideas that a filter lets through. */
export function filtered({ nodes, edges }: MapData, { status, tag }: Filter): MapData {
  const kept = nodes.filter(
    (node) => (status === '' || node.status === status) && (tag === '' || node.tags.includes(tag)),
  )
  const ids = new Set(kept.map(({ id }) => id))
  return { nodes: kept, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) }
}

/** Makes the graph of a map, painted unless something else is pointed out. */
export function graphOf(
  { nodes }: MapData,
  places: Places,
  paint: Paint,
  pointed: Pointed | undefined,
): Drawn {
  const graph: Drawn = new UndirectedGraph()
  const scale = nodes.length <= FEW ? 2 : Math.min(1, Math.sqrt(ROOMY / nodes.length))
  const out = pointed && new Set(pointed.ids)
  for (const node of nodes) {
    graph.addNode(node.id, {
      ...(places.get(node.id) ?? ORIGIN),
      size: scale * (3 + Math.min(15, 2 * Math.sqrt(node.connectionCount))),
      label: shortened(node.title, MAX_LABEL),
      color: out === undefined || out.has(node.id) ? paint(node).colour : FAINT,
    })
  }
  if (pointed === undefined) return graph
  for (const [source, target] of steps(pointed)) {
    if (graph.hasNode(source) && graph.hasNode(target) && source !== target)
      graph.mergeEdge(source, target, { size: 3, color: POINTED[pointed.kind] })
  }
  return graph
}

/** Puts the ideas of a graph to their places. */
export function move(graph: Drawn, places: Places): void {
  graph.updateEachNodeAttributes((id, look) => ({ ...look, ...places.get(Number(id)) }), {
    attributes: ['x', 'y'],
  })
}

/** From an idea to each of its neighbours, or along a path or cycle, whose last edge need not exist. */
function steps(pointed: Pointed): (readonly [number, number])[] {
  const [hub, ...ids] = pointed.ids
  if (hub === undefined) return []
  return ids.map((id, at) => [pointed.kind === 'neighbours' ? hub : (pointed.ids[at] ?? hub), id])
}

/** Paints ideas by their status or first tag; a tag without a colour of its own, of `own`, has one by its name. */
export function painter(by: ColourBy, own: ReadonlyMap<string, string | null>): Paint {
  if (by === 'status') return ({ status }) => ({ name: status, colour: STATUS_COLOURS[status] })
  return ({ tags: [tag] }) =>
    tag === undefined
      ? { name: 'no tag', colour: UNTAGGED }
      : { name: tag, colour: own.get(tag) ?? colourByName(tag) }
}

/** The colours of a map, the most frequent first. */
export function coloursOf({ nodes }: MapData, paint: Paint): Colour[] {
  const counts = new Map<string, Colour & { count: number }>()
  for (const node of nodes) {
    const colour = paint(node)
    const { count } = counts.get(colour.name) ?? { count: 0 }
    counts.set(colour.name, { ...colour, count: count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

function colourByName(tag: string): string {
  let hash = 0
  for (const character of tag) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360
  return TAG_COLOURS[hash % TAG_COLOURS.length] ?? UNTAGGED
}

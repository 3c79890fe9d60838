// The map by sigma.js and nothing else: what `npm run bench:dashboard` compares the map of the dashboard with.
import { MultiDirectedGraph } from 'graphology'
import { Sigma } from 'sigma'

type Map = {
  nodes: { id: number; title: string; connectionCount: number }[]
  edges: { id: number; source: number; target: number }[]
}
const { nodes, edges } = (await (await fetch('/api/v1/map')).json()) as Map
const kept = JSON.parse(localStorage.getItem('ideas-map-places') ?? '{"places":[]}') as {
  places: [number, number, number][]
}
const places = new Map(kept.places.map(([id, x, y]) => [id, { x, y }]))
const graph = new MultiDirectedGraph()
const scale = Math.min(1, Math.sqrt(300 / nodes.length))
for (const { id, title, connectionCount } of nodes) {
  const size = scale * (3 + Math.min(15, 2 * Math.sqrt(connectionCount)))
  graph.addNode(id, { ...(places.get(id) ?? { x: 0, y: 0 }), size, label: title, color: '#7b8494' })
}
for (const { id, source, target } of edges)
  graph.addDirectedEdgeWithKey(id, source, target, { size: 1, color: '#8888' })
const container = document.createElement('div')
// As large as the picture of the dashboard.
container.style.cssText = 'position: absolute; width: 894px; height: 583px'
document.body.append(container)
const hideEdgesOnMove = new URL(location.href).searchParams.has('hide')
const sigma = new Sigma(graph, container, {
  settings: {
    hideEdgesOnMove,
    itemSizesReference: 'screen',
    labelRenderedSizeThreshold: 5,
    labelDensity: 0.7,
  },
})
sigma.getCamera()

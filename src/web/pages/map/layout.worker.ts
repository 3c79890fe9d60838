// Lays a graph out away from the thread of the page, and tells the positions after every few iterations of ForceAtlas2
// (Jacomy et al. 2014, https://doi.org/10.1371/journal.pone.0098679).
import { UndirectedGraph } from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import type { Layout, Positions } from './positions.ts'

const STEP = 5

addEventListener('message', ({ data }: MessageEvent<Layout>) => {
  const { ids, edges, positions, iterations } = data
  const graph = new UndirectedGraph()
  for (const [at, id] of ids.entries()) {
    graph.addNode(id, { x: positions[2 * at] ?? 0, y: positions[2 * at + 1] ?? 0 })
  }
  for (const [source, target] of edges) if (source !== target) graph.mergeEdge(source, target)
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: ids.length > 500 }
  for (let done = 0; done < iterations; done += STEP) {
    forceAtlas2.assign(graph, { iterations: STEP, settings })
    const moved: Positions = new Float32Array(2 * ids.length)
    for (const [at, id] of ids.entries()) {
      moved[2 * at] = graph.getNodeAttribute(id, 'x') as number
      moved[2 * at + 1] = graph.getNodeAttribute(id, 'y') as number
    }
    postMessage({ positions: moved, isDone: done + STEP >= iterations }, { transfer: [moved.buffer] })
  }
})

import { DirectedGraph } from 'graphology'
import { bidirectional } from 'graphology-shortest-path/unweighted.js'
import { createYield } from './event-loop-yield.ts'

/** A directed edge between numbered nodes. */
export type Edge = Readonly<{ source: number; target: number }>

/** The indices of edges that close a cycle in a depth-first search; without them the graph is acyclic. */
export async function backEdges(edges: readonly Edge[]): Promise<number[]> {
  const yieldIfDue = createYield()
  const first = new Map<number, number>()
  // The next edge with the same source, -1 after the last one.
  const next = new Int32Array(edges.length)
  for (let index = edges.length - 1; index >= 0; index -= 1) {
    const source = edges[index]?.source ?? 0
    next[index] = first.get(source) ?? -1
    first.set(source, index)
    await yieldIfDue()
  }
  /** The nodes that were reached, and whether all of their edges have been followed. */
  const isDone = new Map<number, boolean>()
  const closing: number[] = []
  // Iterative, because a chain may be as long as the graph.
  for (const { source: root } of edges) {
    if (isDone.has(root)) continue
    isDone.set(root, false)
    const path = [root]
    const cursors = [first.get(root) ?? -1]
    while (path.length > 0) {
      await yieldIfDue()
      const top = path.length - 1
      const index = cursors[top] ?? -1
      if (index === -1) {
        isDone.set(path.pop() ?? 0, true)
        cursors.pop()
        continue
      }
      cursors[top] = next[index] ?? -1
      const target = edges[index]?.target ?? 0
      const targetIsDone = isDone.get(target)
      if (targetIsDone === undefined) {
        isDone.set(target, false)
        path.push(target)
        cursors.push(first.get(target) ?? -1)
      } else if (!targetIsDone) closing.push(index)
    }
  }
  return closing
}

/** The nodes of a shortest cycle through each of some edges that close one, by their indices: from the target back to the source. */
export function cyclesThrough(edges: readonly Edge[], closing: Iterable<number>): number[][] {
  const indices = [...closing]
  if (indices.length === 0) return []
  const graph = new DirectedGraph()
  for (const { source, target } of edges) graph.mergeEdge(source, target)
  return indices.map((index) => {
    const { source = 0, target = 0 } = edges[index] ?? {}
    return (bidirectional(graph, target, source) ?? []).map(Number)
  })
}

/** A directed edge between numbered nodes. */
export type Edge = Readonly<{ source: number; target: number }>

/**
 * The indices of edges that close a cycle in a depth-first search; without them the graph is acyclic. Each comes with the
 * nodes along its cycle, from source through target back to source.
 */
export function closingEdges(edges: readonly Edge[]): Map<number, number[]> {
  const outgoing = new Map<number, number[]>()
  for (const [index, { source }] of edges.entries()) {
    const list = outgoing.get(source)
    if (list === undefined) outgoing.set(source, [index])
    else list.push(index)
  }
  const closing = new Map<number, number[]>()
  const done = new Set<number>()
  for (const root of outgoing.keys()) walk(root, edges, outgoing, done, closing)
  return closing
}

/** Iterative depth-first search, because a chain may be as long as the file. */
function walk(
  root: number,
  edges: readonly Edge[],
  outgoing: ReadonlyMap<number, readonly number[]>,
  done: Set<number>,
  closing: Map<number, number[]>,
): void {
  if (done.has(root)) return
  const path = [{ node: root, next: 0 }]
  const depthOf = new Map([[root, 0]])
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const index = outgoing.get(top.node)?.[top.next]
    top.next += 1
    if (index === undefined) {
      done.add(top.node)
      depthOf.delete(top.node)
      path.pop()
      continue
    }
    const target = edges[index]?.target ?? 0
    const depth = depthOf.get(target)
    if (depth !== undefined) {
      closing.set(index, [top.node, ...path.slice(depth).map(({ node }) => node)])
    } else if (!done.has(target)) {
      depthOf.set(target, path.length)
      path.push({ node: target, next: 0 })
    }
  }
}

/** An edge from one id to another. */
export type Arrow = readonly [from: number, to: number]

/** The length of the shortest path from one id to another (0 for an id to itself unless there is a cycle), or undefined. */
export function distance(arrows: readonly Arrow[], from: number, to: number): number | undefined {
  let frontier = [from]
  const seen = new Set<number>()
  for (let steps = 1; frontier.length > 0; steps += 1) {
    const next = arrows.filter(([source]) => frontier.includes(source)).map(([, target]) => target)
    if (next.includes(to)) return steps
    frontier = [...new Set(next)].filter((id) => !seen.has(id))
    for (const id of frontier) seen.add(id)
  }
  return undefined
}

/** Whether the graph has a cycle, by depth-first search. */
export function hasCycle(arrows: readonly Arrow[]): boolean {
  const targets = Map.groupBy(arrows, ([source]) => source)
  const state = new Map<number, 'open' | 'done'>()
  const visit = (id: number): boolean => {
    if (state.has(id)) return state.get(id) === 'open'
    state.set(id, 'open')
    const found = (targets.get(id) ?? []).some(([, target]) => visit(target))
    state.set(id, 'done')
    return found
  }
  return [...targets.keys()].some(visit)
}

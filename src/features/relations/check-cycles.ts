import { backEdges, cyclesThrough, type Edge } from '../../platform/cycles.ts'
import type { RelationStore } from './store.ts'

/** The ids along a cycle of relations of one type, from an idea back to itself. */
export type Cycle = Readonly<{ type: 'blocks' | 'parent'; ids: number[] }>

/**
 * Finds cycles that an older version let in. `supersedes` may form cycles if that was forced, so it is not looked at.
 */
export function createCycleCheck(store: Pick<RelationStore, 'adjacency'>) {
  return async (userId: string): Promise<Cycle[]> => {
    const edges = { blocks: [] as Edge[], parent: [] as Edge[] }
    for await (const [source, , blocked, children] of store.adjacency(userId)) {
      for (const target of blocked) edges.blocks.push({ source, target })
      for (const target of children) edges.parent.push({ source, target })
    }
    const cycles: Cycle[] = []
    for (const type of ['blocks', 'parent'] as const) {
      for (const back of cyclesThrough(edges[type], await backEdges(edges[type])))
        cycles.push({ type, ids: [...back.slice(-1), ...back] })
    }
    return cycles
  }
}

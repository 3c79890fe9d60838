import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { first, int, queriesIn, type Tx } from '../../platform/graph/query.ts'

export type { Tx }

const query = queriesIn('survivors')

const Survivor = z.strictObject({ archived: z.boolean(), mergedInto: z.int().nullable() })

/** The statement on merged ideas. */
export const survivorQueries = {
  find: query('find', { userId: z.string(), id: int }, Survivor),
}

/** Repository of merged ideas. */
export function createSurvivorStore(graph: Graph) {
  return {
    /** Within a transaction that may write if one is given. */
    find: async (userId: string, id: number, tx: Tx = { run: graph.change }) =>
      first(tx.run, survivorQueries.find, { userId, id }),
  }
}

import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problems.ts'
import { createSurvivorStore, type Tx } from './store.ts'

/** Ideas that were merged into others: resolves the active idea (the survivor) for error responses. */
export function createSurvivorsFeature({ graph }: Platform) {
  const store = createSurvivorStore(graph)
  return {
    endpoints: [],
    /**
     * The `idea_not_found` of an idea, read within a transaction if one is given. For a merged idea it has the id of the
     * active idea as `merged_into`, null when that was deleted.
     */
    async ideaNotFound(userId: string, id: number, tx: Tx = store.autocommit): Promise<Problem> {
      const mergedInto = await store.find(tx, userId, id)
      return new Problem('idea_not_found', mergedInto === undefined ? {} : { merged_into: mergedInto })
    },
  }
}
export type SurvivorsFeature = ReturnType<typeof createSurvivorsFeature>

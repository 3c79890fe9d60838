import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problems.ts'
import { createSurvivorStore, type Tx } from './store.ts'

/** Ideas that were merged into others: resolves the active idea (the survivor) for error responses. */
export function createSurvivorsFeature({ graph }: Pick<Platform, 'graph'>) {
  const store = createSurvivorStore(graph)
  return {
    endpoints: [],
    /** Whether there is an active idea with an id, read within a transaction that may write. */
    isActive: async (userId: string, id: number, tx: Tx): Promise<boolean> =>
      (await store.find(userId, id, tx))?.archived === false,
    /**
     * The `idea_not_found` of an idea, read within a transaction that may write if one is given. For a merged idea it has the id of the
     * active idea as `merged_into`, null when that was deleted. An idea that came back since it was missed, because its merge
     * was undone, is neither: `service_unavailable` lets the client try again.
     */
    async ideaNotFound(userId: string, id: number, tx?: Tx): Promise<Problem> {
      const found = await store.find(userId, id, tx)
      if (found?.archived === false) return new Problem('service_unavailable')
      return new Problem('idea_not_found', found === undefined ? {} : { merged_into: found.mergedInto })
    },
  }
}
export type SurvivorsFeature = ReturnType<typeof createSurvivorsFeature>

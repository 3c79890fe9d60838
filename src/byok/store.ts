import { z } from 'zod'
import type { Graph } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { ProviderName } from '../providers/provider.ts'

const KeyRow = z.strictObject({ provider: ProviderName, sealed: z.string(), masterKeyId: z.string() })
export type KeyRow = z.infer<typeof KeyRow>

const OwnedKeyRow = KeyRow.extend({ userId: z.string() })
export type OwnedKeyRow = z.infer<typeof OwnedKeyRow>

const Resealed = z.object({
  userId: z.string(),
  provider: ProviderName,
  before: z.string(),
  sealed: z.string(),
  masterKeyId: z.string(),
})
/** A key that was encrypted anew, with what it was before. */
export type Resealed = z.input<typeof Resealed>

const user = { userId: z.string() }
const one = z.strictObject({ provider: ProviderName })

/** Every statement about keys that users brought. */
export const byokQueries = {
  list: defineQuery('byok/list.cypher', user, z.strictObject({ key: KeyRow })),
  put: defineQuery(
    'byok/put.cypher',
    { ...user, provider: ProviderName, sealed: z.string(), masterKeyId: z.string(), now: int },
    one,
  ),
  remove: defineQuery('byok/remove.cypher', { ...user, provider: ProviderName }, one),
  stale: defineQuery(
    'byok/stale.cypher',
    { masterKeyIds: z.array(z.string()), limit: int },
    z.strictObject({ key: OwnedKeyRow }),
  ),
  reseal: defineQuery('byok/reseal.cypher', { keys: z.array(Resealed) }, one),
  census: defineQuery('byok/census.cypher', {}, z.strictObject({ masterKeyId: z.string(), keys: z.int() })),
}

/** The graph as the feature of brought keys uses it. */
export function createByokStore(graph: Pick<Graph, 'read' | 'change'>) {
  return {
    list: async (userId: string): Promise<KeyRow[]> =>
      (await graph.read(byokQueries.list, { userId })).map(({ key }) => key),
    /** False when the account is gone. */
    put: async (key: z.input<typeof byokQueries.put.params>): Promise<boolean> =>
      (await graph.change(byokQueries.put, key)).length > 0,
    remove: async (userId: string, provider: ProviderName) =>
      graph.change(byokQueries.remove, { userId, provider }),
    stale: async (masterKeyIds: string[], limit: number): Promise<OwnedKeyRow[]> =>
      (await graph.read(byokQueries.stale, { masterKeyIds, limit })).map(({ key }) => key),
    reseal: async (keys: Resealed[]) => graph.change(byokQueries.reseal, { keys }),
    census: async () => graph.read(byokQueries.census, {}),
  }
}
export type ByokStore = ReturnType<typeof createByokStore>

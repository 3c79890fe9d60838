import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, queriesIn, int } from '../../platform/graph/query.ts'
import { ProviderName } from '../../platform/llm/schema.ts'

const query = queriesIn('provider-keys')

const KeyRow = z.strictObject({ provider: ProviderName, sealed: z.string(), masterKeyId: z.string() })
export type KeyRow = z.infer<typeof KeyRow>

const OwnedKeyRow = KeyRow.extend({ userId: z.string() })
type OwnedKeyRow = z.infer<typeof OwnedKeyRow>

/** A re-encrypted key with its previous ciphertext. */
const ResealedKeyRow = OwnedKeyRow.extend({ before: z.string() })
type ResealedKeyRow = z.infer<typeof ResealedKeyRow>

const user = { userId: z.string() }
const one = column('provider', ProviderName)

/** The statements on provider keys. */
export const providerKeyQueries = {
  list: query('list', user, column('key', KeyRow)),
  put: query(
    'put',
    { ...user, provider: ProviderName, sealed: z.string(), masterKeyId: z.string(), now: int },
    one,
  ),
  remove: query('remove', { ...user, provider: ProviderName }, one),
  stale: query('stale', { masterKeyIds: z.array(z.string()), limit: int }, column('key', OwnedKeyRow)),
  reseal: query('reseal', { keys: z.array(ResealedKeyRow) }, one),
  census: query('census', {}, z.strictObject({ masterKeyId: z.string(), keys: z.int() })),
}

/** Repository of provider keys. */
export function createProviderKeyStore(graph: Pick<Graph, 'read' | 'change'>) {
  return {
    list: async (userId: string): Promise<KeyRow[]> => graph.read(providerKeyQueries.list, { userId }),
    /** False if the account was deleted. */
    put: async (key: z.input<typeof providerKeyQueries.put.params>): Promise<boolean> =>
      (await graph.change(providerKeyQueries.put, key)).length > 0,
    remove: async (userId: string, provider: ProviderName) =>
      graph.change(providerKeyQueries.remove, { userId, provider }),
    stale: async (masterKeyIds: string[], limit: number): Promise<OwnedKeyRow[]> =>
      graph.read(providerKeyQueries.stale, { masterKeyIds, limit }),
    reseal: async (keys: ResealedKeyRow[]) => graph.change(providerKeyQueries.reseal, { keys }),
    census: async () => graph.read(providerKeyQueries.census, {}),
  }
}
export type ProviderKeyStore = ReturnType<typeof createProviderKeyStore>

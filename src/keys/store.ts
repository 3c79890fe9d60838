import { z } from 'zod'
import { Scope } from '../actor.ts'
import { CredentialRow } from '../admission/credential.ts'
import type { Graph } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

const ApiKeyRow = z.strictObject({
  id: z.string(),
  label: z.string().nullable(),
  hint: z.string(),
  scopes: z.array(Scope),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
})
export type ApiKeyRow = z.infer<typeof ApiKeyRow>

const user = { userId: z.string() }
const one = z.strictObject({ id: z.string() })

/** Every statement about credentials. */
export const keyQueries = {
  list: defineQuery('keys/list.cypher', user, z.strictObject({ key: ApiKeyRow })),
  get: defineQuery('keys/get.cypher', { ...user, id: z.string() }, z.strictObject({ hash: z.string() })),
  create: defineQuery(
    'keys/create.cypher',
    {
      ...user,
      id: z.string(),
      hash: z.string(),
      hint: z.string(),
      label: z.string().nullable(),
      scopes: z.array(Scope),
      now: int,
    },
    one,
  ),
  remove: defineQuery('keys/remove.cypher', { ...user, id: z.string() }, one),
  findApiKey: defineQuery('keys/find-api-key.cypher', { hash: z.string(), now: int }, CredentialRow),
  findSession: defineQuery('keys/find-session.cypher', { hash: z.string(), now: int }, CredentialRow),
}

/** The graph as the keys feature uses it. */
export function createKeyStore(graph: Graph) {
  return {
    list: async (userId: string): Promise<ApiKeyRow[]> =>
      (await graph.read(keyQueries.list, { userId })).map((row) => row.key),
    hashOf: async (userId: string, id: string): Promise<string | undefined> =>
      (await graph.read(keyQueries.get, { userId, id }))[0]?.hash,
    create: async (key: z.input<typeof keyQueries.create.params>) => graph.change(keyQueries.create, key),
    remove: async (userId: string, id: string) => graph.change(keyQueries.remove, { userId, id }),
    findApiKey: async (hash: string, now: number): Promise<CredentialRow | undefined> =>
      (await graph.change(keyQueries.findApiKey, { hash, now }))[0],
    findSession: async (hash: string, now: number): Promise<CredentialRow | undefined> =>
      (await graph.change(keyQueries.findSession, { hash, now }))[0],
  }
}
export type KeyStore = ReturnType<typeof createKeyStore>

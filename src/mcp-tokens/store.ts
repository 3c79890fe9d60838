import { z } from 'zod'
import { Scope } from '../actor.ts'
import { CredentialRow } from '../admission/credential.ts'
import type { Graph } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

const TokenRow = z.strictObject({
  id: z.string(),
  label: z.string().nullable(),
  hint: z.string(),
  scopes: z.array(Scope),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  expiresAt: z.int().nullable(),
})
export type TokenRow = z.infer<typeof TokenRow>

const user = { userId: z.string() }
const one = z.strictObject({ id: z.string() })

/** Every statement about the tokens of AI assistants. */
export const mcpTokenQueries = {
  list: defineQuery('mcp-tokens/list.cypher', { ...user, now: int }, z.strictObject({ token: TokenRow })),
  get: defineQuery(
    'mcp-tokens/get.cypher',
    { ...user, id: z.string() },
    z.strictObject({ hash: z.string() }),
  ),
  create: defineQuery(
    'mcp-tokens/create.cypher',
    {
      ...user,
      id: z.string(),
      hash: z.string(),
      hint: z.string(),
      label: z.string().nullable(),
      scopes: z.array(Scope),
      expiresAt: int.nullable(),
      now: int,
    },
    one,
  ),
  remove: defineQuery('mcp-tokens/remove.cypher', { ...user, id: z.string() }, one),
  find: defineQuery('mcp-tokens/find.cypher', { hash: z.string(), now: int }, CredentialRow),
  sweep: defineQuery('mcp-tokens/sweep.cypher', { before: int }, z.strictObject({ swept: z.int() })),
}

/** The graph as the feature of these tokens uses it. */
export function createMcpTokenStore(graph: Graph) {
  return {
    list: async (userId: string, now: number): Promise<TokenRow[]> =>
      (await graph.read(mcpTokenQueries.list, { userId, now })).map((row) => row.token),
    hashOf: async (userId: string, id: string): Promise<string | undefined> =>
      (await graph.read(mcpTokenQueries.get, { userId, id }))[0]?.hash,
    create: async (token: z.input<typeof mcpTokenQueries.create.params>) =>
      graph.change(mcpTokenQueries.create, token),
    remove: async (userId: string, id: string) => graph.change(mcpTokenQueries.remove, { userId, id }),
    find: async (hash: string, now: number): Promise<CredentialRow | undefined> =>
      (await graph.change(mcpTokenQueries.find, { hash, now }))[0],
    sweep: async (before: number): Promise<number> =>
      (await graph.change(mcpTokenQueries.sweep, { before }))[0]?.swept ?? 0,
  }
}
export type McpTokenStore = ReturnType<typeof createMcpTokenStore>

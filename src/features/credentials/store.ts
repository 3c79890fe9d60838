import { z } from 'zod'
import { Scope } from '../../platform/auth/actor.ts'
import { CredentialRow } from '../../platform/auth/credential.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, inBatches, int, planAtStart, queriesIn } from '../../platform/graph/query.ts'
import { CREDENTIALS_PER_ACCOUNT } from './schema.ts'

const query = queriesIn('credentials')

const NODE_LABEL = { api_key: 'ApiKey', mcp_token: 'McpToken' } as const
/** The kinds of credentials of programs; people have sessions. */
export type Kind = keyof typeof NODE_LABEL

const ListedRow = z.strictObject({
  id: z.string(),
  label: z.string().nullable(),
  hint: z.string(),
  scopes: z.array(Scope),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  expiresAt: z.int().nullable(),
})
/** A credential in lists; `expiresAt` is null if it does not expire. */
export type ListedRow = z.infer<typeof ListedRow>

const owned = { userId: z.string(), nodeLabel: z.enum(NODE_LABEL) }
const one = { ...owned, id: z.string() }
const Id = column('id', z.string())

/** The statements on API keys and MCP tokens. */
export const credentialQueries = {
  list: query('list', { ...owned, now: int }, column('credential', ListedRow)),
  get: query('get', one, column('hash', z.string())),
  create: query(
    'create',
    {
      ...one,
      hash: z.string(),
      hint: z.string(),
      label: z.string().nullable(),
      scopes: z.array(Scope),
      expiresAt: int.nullable(),
      now: int,
      most: int,
    },
    column('hasRoom', z.boolean()),
  ),
  remove: query('remove', one, Id),
  find: query('find', { hash: z.string(), now: int }, CredentialRow),
  touch: query('touch', { hash: z.string(), now: int }, Id),
  sweep: query('sweep', { before: int }, column('swept', z.int())),
}
planAtStart({ find: credentialQueries.find, touch: credentialQueries.touch }, 'alone')

type NewRow = Omit<z.input<typeof credentialQueries.create.params>, 'nodeLabel' | 'most'>

/** Repository of credentials. */
export function createCredentialStore(graph: Graph) {
  return {
    list: async (kind: Kind, userId: string, now: number): Promise<ListedRow[]> =>
      graph.read(credentialQueries.list, { nodeLabel: NODE_LABEL[kind], userId, now }),
    hashOf: async (kind: Kind, userId: string, id: string): Promise<string | undefined> =>
      first(graph.read, credentialQueries.get, { nodeLabel: NODE_LABEL[kind], userId, id }),
    /** False if the account has the most that it may have, undefined if it was deleted. */
    create: async (kind: Kind, row: NewRow): Promise<boolean | undefined> => {
      const params = { nodeLabel: NODE_LABEL[kind], ...row, most: CREDENTIALS_PER_ACCOUNT }
      return first(graph.change, credentialQueries.create, params)
    },
    remove: async (kind: Kind, userId: string, id: string) =>
      graph.change(credentialQueries.remove, { nodeLabel: NODE_LABEL[kind], userId, id }),
    find: async (hash: string, now: number) => first(graph.read, credentialQueries.find, { hash, now }),
    /** Notes a use. */
    touch: async (hash: string, now: number) => graph.change(credentialQueries.touch, { hash, now }),
    /** Deletes expired credentials. */
    sweep: async (before: number) => inBatches(graph.change, credentialQueries.sweep, { before }),
  }
}
export type CredentialStore = ReturnType<typeof createCredentialStore>

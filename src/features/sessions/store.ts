import { z } from 'zod'
import { CredentialRow } from '../../platform/auth/credential.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, inBatches, queriesIn, int } from '../../platform/graph/query.ts'

const query = queriesIn('sessions')

/** Valid tokens of a sign-in, the newest: usual are two. */
export const SESSION_LIMITS = { tokens: 20 } as const

const SessionRow = z.strictObject({
  id: z.string(),
  userAgent: z.string().nullable(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  expiresAt: z.int(),
})
export type SessionRow = z.infer<typeof SessionRow>

const user = { userId: z.string() }
const hash = column('hash', z.string())

/** The statements on sessions. */
export const sessionQueries = {
  create: query(
    'create',
    {
      ...user,
      passwordHash: z.string(),
      id: z.string(),
      hash: z.string(),
      userAgent: z.string().nullable(),
      expiresAt: int,
      now: int,
    },
    column('id', z.string()),
  ),
  refresh: query(
    'refresh',
    {
      ...user,
      hash: z.string(),
      until: int,
      sessionMs: int,
      new: z.object({ id: z.string(), hash: z.string(), expiresAt: int }),
      most: int,
      now: int,
    },
    z.strictObject({ expiresAt: z.int(), ended: z.array(z.string()) }),
  ),
  list: query('list', { ...user, now: int }, SessionRow),
  tokens: query('tokens', { ...user, id: z.string(), now: int }, hash),
  find: query('find', { hash: z.string(), now: int }, CredentialRow),
  touch: query('touch', { hash: z.string(), now: int }, column('id', z.string())),
  end: query('end', { ...user, id: z.string() }, hash),
  sweep: query('sweep', { before: int }, column('swept', z.int())),
}

/** Repository of sessions. */
export function createSessionStore(graph: Graph) {
  return {
    /** False if the account was deleted or its password changed. */
    create: async (session: z.input<typeof sessionQueries.create.params>): Promise<boolean> =>
      (await graph.change(sessionQueries.create, session)).length > 0,
    /** The expiry of the new token, and the hashes of tokens that were too many; undefined if the old one has expired. */
    refresh: async (change: Omit<z.input<typeof sessionQueries.refresh.params>, 'most'>) =>
      first(graph.change, sessionQueries.refresh, { ...change, most: SESSION_LIMITS.tokens }),
    list: async (userId: string, now: number) => graph.read(sessionQueries.list, { userId, now }),
    /** The hashes of a session's valid tokens. */
    tokens: async (userId: string, id: string, now: number): Promise<string[]> =>
      graph.read(sessionQueries.tokens, { userId, id, now }),
    /** Finds a valid token by its hash. */
    find: async (hash: string, now: number) => first(graph.read, sessionQueries.find, { hash, now }),
    /** Notes a use. */
    touch: async (hash: string, now: number) => graph.change(sessionQueries.touch, { hash, now }),
    /** Deletes a session and returns the hashes of its tokens. */
    end: async (userId: string, id: string) => graph.change(sessionQueries.end, { userId, id }),
    sweep: async (before: number) => inBatches(graph.change, sessionQueries.sweep, { before }),
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>

import { z } from 'zod'
import type { Graph } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

const SessionRow = z.strictObject({
  id: z.string(),
  userAgent: z.string().nullable(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  expiresAt: z.int(),
})
export type SessionRow = z.infer<typeof SessionRow>

const user = { userId: z.string() }
const hash = z.strictObject({ hash: z.string() })

/** Every statement about sessions. */
export const sessionQueries = {
  create: defineQuery(
    'sessions/create.cypher',
    {
      ...user,
      passwordHash: z.string(),
      id: z.string(),
      hash: z.string(),
      userAgent: z.string().nullable(),
      expiresAt: int,
      now: int,
    },
    z.strictObject({ id: z.string() }),
  ),
  refresh: defineQuery(
    'sessions/refresh.cypher',
    {
      ...user,
      hash: z.string(),
      until: int,
      sessionMs: int,
      new: z.object({ id: z.string(), hash: z.string(), expiresAt: int }),
      now: int,
    },
    z.strictObject({ expiresAt: z.int() }),
  ),
  list: defineQuery('sessions/list.cypher', { ...user, now: int }, SessionRow),
  tokens: defineQuery('sessions/tokens.cypher', { ...user, id: z.string(), now: int }, hash),
  end: defineQuery('sessions/end.cypher', { ...user, id: z.string() }, hash),
  sweep: defineQuery('sessions/sweep.cypher', { before: int }, z.strictObject({ swept: z.int() })),
}

/** The graph as the sessions feature uses it. */
export function createSessionStore(graph: Graph) {
  return {
    /** False when the account is gone or has another password by now. */
    create: async (session: z.input<typeof sessionQueries.create.params>): Promise<boolean> =>
      (await graph.change(sessionQueries.create, session)).length > 0,
    /** When the new token ends; nothing when the old one has ended. */
    refresh: async (change: z.input<typeof sessionQueries.refresh.params>): Promise<number | undefined> =>
      (await graph.change(sessionQueries.refresh, change))[0]?.expiresAt,
    list: async (userId: string, now: number): Promise<SessionRow[]> =>
      graph.read(sessionQueries.list, { userId, now }),
    /** The hashes of a session's good tokens. */
    tokens: async (userId: string, id: string, now: number): Promise<string[]> =>
      (await graph.read(sessionQueries.tokens, { userId, id, now })).map((row) => row.hash),
    /** Ends a session; answers the hashes of its tokens. */
    end: async (userId: string, id: string): Promise<string[]> =>
      (await graph.change(sessionQueries.end, { userId, id })).map((row) => row.hash),
    /** In batches, so that each transaction stays small. */
    sweep: async (before: number): Promise<void> => {
      while (((await graph.change(sessionQueries.sweep, { before }))[0]?.swept ?? 0) > 0);
    },
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>

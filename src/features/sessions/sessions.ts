import type { Actor } from '../actor.ts'
import { endEverywhere, type Bury } from '../admission/revocation.ts'
import { timestamp, timestampOrNull } from '../fields.ts'
import { createSecret } from '../keys/secret.ts'
import { Problem } from '../problems.ts'
import { GRACE_MS, SESSION_MS, TOKEN_MS } from './lifetimes.ts'
import type { Session } from './schema.ts'
import type { SessionRow, SessionStore } from './store.ts'

type Dependencies = Readonly<{
  store: SessionStore
  bury: Bury
  /** Ends a token on every replica at a moment to come. @throws Problem `service_unavailable` */
  supersede: (hash: string, until: number) => Promise<void>
  /** Takes that back. @throws Problem `service_unavailable` */
  reinstate: (hash: string, until: number) => Promise<void>
  clock: () => number
}>

/** A session token, whole, and when it ends (ms). */
export type Token = Readonly<{ token: string; expiresAt: number }>

/** Sessions of a user: each is a sign-in, with a chain of short-lived tokens. */
export function createSessions({ store, bury, supersede, reinstate, clock }: Dependencies) {
  const end = async (userId: string, id: string, tokens: readonly string[]): Promise<void> =>
    endEverywhere(bury, tokens, async () => store.end(userId, id))

  return {
    /** A new session for a password that was just found good; nothing when it is another one by now. */
    async start(
      { userId, passwordHash }: Readonly<{ userId: string; passwordHash: string }>,
      userAgent: string | null,
    ): Promise<Token | undefined> {
      const { id, value, hash } = createSecret('ses_')
      const now = clock()
      const expiresAt = now + TOKEN_MS
      const made = await store.create({ userId, passwordHash, id, hash, userAgent, expiresAt, now })
      return made ? { token: value, expiresAt } : undefined
    },

    /**
     * A new token of the same session; the presented one is refused everywhere after the grace time. Redis is told
     * first: when the graph fails after that, the presented token is still the session's only one and must stay.
     * @throws Problem `invalid_credentials`, `service_unavailable`
     */
    async refresh({ userId, secretHash }: Actor): Promise<Token> {
      const { id, value, hash } = createSecret('ses_')
      const now = clock()
      const until = now + GRACE_MS
      await supersede(secretHash, until)
      const made = { id, hash, expiresAt: now + TOKEN_MS }
      const change = { userId, hash: secretHash, until, sessionMs: SESSION_MS, new: made, now }
      const expiresAt = await store.refresh(change).catch(async (error: unknown) => {
        await reinstate(secretHash, until).catch(() => undefined)
        throw error
      })
      if (expiresAt === undefined) throw new Problem('invalid_credentials')
      return { token: value, expiresAt }
    },

    /** Ends the actor's own session with all its tokens, everywhere. @throws Problem `service_unavailable` */
    async signOut({ userId, credentialId: id }: Actor): Promise<void> {
      await end(userId, id, await store.tokens(userId, id, clock()))
    },

    /** The user's sessions, oldest first. */
    async list({ userId, credentialId }: Actor): Promise<Session[]> {
      return (await store.list(userId, clock())).map((row) => present(row, credentialId))
    },

    /** Ends a session with all its tokens, everywhere. @throws Problem `session_not_found`, `service_unavailable` */
    async remove({ userId }: Actor, id: string): Promise<void> {
      const tokens = await store.tokens(userId, id, clock())
      if (tokens.length === 0) throw new Problem('session_not_found')
      await end(userId, id, tokens)
    },

    /** Removes tokens that are over. */
    sweep: async (): Promise<void> => store.sweep(clock()),
  }
}
export type Sessions = ReturnType<typeof createSessions>

function present(row: SessionRow, current: string): Session {
  return {
    id: row.id,
    user_agent: row.userAgent,
    created_at: timestamp(row.createdAt),
    last_used_at: timestampOrNull(row.lastUsedAt),
    expires_at: timestamp(row.expiresAt),
    current: row.id === current,
  }
}

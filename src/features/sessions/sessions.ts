import type { Actor } from '../../platform/auth/actor.ts'
import { revokeEverywhere, type Revoke } from '../../platform/auth/revoke.ts'
import { timestamp, timestampOrNull } from '../../platform/schema.ts'
import { isUseStale, type Credential } from '../../platform/auth/credential.ts'
import { createSecret } from '../../platform/auth/secret.ts'
import { Problem } from '../../platform/problems.ts'
import { GRACE_MS, SESSION_MS, TOKEN_MS } from './lifetimes.ts'
import type { Session } from './schema.ts'
import type { SessionRow, SessionStore } from './store.ts'

type Dependencies = Readonly<{
  store: SessionStore
  revoke: Revoke
  /** Makes all replicas refuse a token from the given time (ms) on. @throws Problem `service_unavailable` */
  supersede: (hash: string, until: number) => Promise<void>
  /** Reverts `supersede`. @throws Problem `service_unavailable` */
  reinstate: (hash: string, until: number) => Promise<void>
  clock: () => number
}>

/** A session token and its expiry (ms since 1970). */
export type Token = Readonly<{ token: string; expiresAt: number }>

/** Sessions of a user: each is a sign-in, with a chain of short-lived tokens. */
export function createSessions({ store, revoke, supersede, reinstate, clock }: Dependencies) {
  const end = async (userId: string, id: string, tokens: readonly string[]): Promise<void> =>
    revokeEverywhere(revoke, tokens, async () => store.end(userId, id))

  return {
    /** Starts a session after a password check; undefined if the password was changed meanwhile. */
    async start(
      { userId, passwordHash }: Readonly<{ userId: string; passwordHash: string }>,
      userAgent: string | null,
    ): Promise<Token | undefined> {
      const { id, value, hash } = createSecret('session')
      const now = clock()
      const expiresAt = now + TOKEN_MS
      const made = await store.create({ userId, passwordHash, id, hash, userAgent, expiresAt, now })
      return made ? { token: value, expiresAt } : undefined
    },

    /**
     * Issues a new token of the same session; all replicas refuse the presented one after the grace period. Redis is
     * written first; if the graph fails afterwards this is reverted, because the presented token is still the only one.
     * @throws Problem `invalid_credentials`, `service_unavailable`
     */
    async refresh({ userId, secretHash }: Actor): Promise<Token> {
      const { id, value, hash } = createSecret('session')
      const now = clock()
      const until = now + GRACE_MS
      await supersede(secretHash, until)
      const made = { id, hash, expiresAt: now + TOKEN_MS }
      const change = { userId, hash: secretHash, until, sessionMs: SESSION_MS, new: made, now }
      const refreshed = await store.refresh(change).catch(async (error: unknown) => {
        await reinstate(secretHash, until).catch(() => undefined)
        throw error
      })
      if (refreshed === undefined) throw new Problem('invalid_credentials')
      // What Redis remembers of them ends within a minute.
      await revoke(refreshed.ended).catch(() => undefined)
      return { token: value, expiresAt: refreshed.expiresAt }
    },

    /** Revokes the actor's own session with all its tokens on all replicas. @throws Problem `service_unavailable` */
    async signOut({ userId, credentialId: id }: Actor): Promise<void> {
      await end(userId, id, await store.tokens(userId, id, clock()))
    },

    /** The user's sessions, oldest first. */
    async list({ userId, credentialId }: Actor): Promise<Session[]> {
      return (await store.list(userId, clock())).map((row) => present(row, credentialId))
    },

    /** Revokes a session with all its tokens on all replicas. @throws Problem `session_not_found`, `service_unavailable` */
    async remove({ userId }: Actor, id: string): Promise<void> {
      const tokens = await store.tokens(userId, id, clock())
      if (tokens.length === 0) throw new Problem('session_not_found')
      await end(userId, id, tokens)
    },

    /** Finds a valid token by its hash. */
    async lookup(hash: string): Promise<Credential | undefined> {
      const now = clock()
      const row = await store.find(hash, now)
      if (row !== undefined && isUseStale(row, now)) store.touch(hash, now).catch(() => undefined)
      return row && { ...row, kind: 'session' }
    },

    /** Deletes expired tokens. */
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

import type { Actor } from '../actor.ts'
import type { Credential } from '../admission/credential.ts'
import { timestamp, timestampOrNull } from '../fields.ts'
import { revoke } from '../keys/revoke.ts'
import { createSecret } from '../keys/secret.ts'
import { invalid, Problem } from '../problems.ts'
import type { CreateMcpToken, McpToken, NewMcpToken } from './schema.ts'
import type { McpTokenStore, TokenRow } from './store.ts'

type Dependencies = Readonly<{
  store: McpTokenStore
  /** Ends credentials on every replica before it returns. @throws Problem `service_unavailable` */
  bury: (hashes: readonly string[]) => Promise<void>
  clock: () => number
}>

/** Tokens by which AI assistants act for a user. */
export function createMcpTokens({ store, bury, clock }: Dependencies) {
  return {
    /** The user's tokens that have not expired, oldest first, masked. */
    async list({ userId }: Actor): Promise<McpToken[]> {
      return (await store.list(userId, clock())).map(present)
    },

    /** Makes a token; only this answer holds it whole. @throws Problem `validation_error` when it would have expired */
    async create({ userId }: Actor, { label, scopes, expires_at }: CreateMcpToken): Promise<NewMcpToken> {
      const now = clock()
      if (expires_at !== null && expires_at <= now) throw invalid('expires_at', 'must be in the future')
      const { id, value, hash, hint } = createSecret('mcp_')
      const made = await store.create({ userId, id, hash, hint, label, scopes, expiresAt: expires_at, now })
      if (made.length === 0) throw new Problem('invalid_credentials')
      const expires = timestampOrNull(expires_at)
      return { id, label, key: value, scopes, created_at: timestamp(now), expires_at: expires }
    },

    /**
     * Ends a token: see `revoke`.
     * @throws Problem `mcp_token_not_found`, `session_required`, `service_unavailable`
     */
    async remove(actor: Actor, id: string): Promise<void> {
      await revoke(actor, id, { ...store, bury, notFound: 'mcp_token_not_found' })
    },

    /** Looks a token up by the hash of its secret. */
    async lookup(hash: string): Promise<Credential | undefined> {
      const row = await store.find(hash, clock())
      return row && { ...row, kind: 'mcp_token' }
    },

    /** Removes the tokens that have expired. */
    async sweep(): Promise<void> {
      while ((await store.sweep(clock())) > 0);
    },
  }
}
export type McpTokens = ReturnType<typeof createMcpTokens>

function present(row: TokenRow): McpToken {
  return {
    id: row.id,
    label: row.label,
    key: row.hint,
    scopes: row.scopes,
    created_at: timestamp(row.createdAt),
    last_used_at: timestampOrNull(row.lastUsedAt),
    expires_at: timestampOrNull(row.expiresAt),
  }
}

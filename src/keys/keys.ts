import type { Actor } from '../actor.ts'
import type { Credential } from '../admission/credential.ts'
import { timestamp, timestampOrNull } from '../fields.ts'
import { Problem } from '../problems.ts'
import { revoke } from './revoke.ts'
import type { ApiKey, CreateApiKey, NewApiKey } from './schema.ts'
import { createSecret } from './secret.ts'
import type { ApiKeyRow, KeyStore } from './store.ts'

type Dependencies = Readonly<{
  store: KeyStore
  /** Ends credentials on every replica before it returns. @throws Problem `service_unavailable` */
  bury: (hashes: readonly string[]) => Promise<void>
  clock: () => number
}>

/** API keys of a user, and who a presented credential belongs to. */
export function createKeys({ store, bury, clock }: Dependencies) {
  return {
    /** The user's keys, oldest first, masked. */
    async list({ userId }: Actor): Promise<ApiKey[]> {
      return (await store.list(userId)).map(present)
    },

    /** Makes a key; only this answer holds it whole. */
    async create({ userId }: Actor, { label, scopes }: CreateApiKey): Promise<NewApiKey> {
      const { id, value, hash, hint } = createSecret('svc_')
      const now = clock()
      const made = await store.create({ userId, id, hash, hint, label, scopes, now })
      if (made.length === 0) throw new Problem('invalid_credentials')
      return { id, label, key: value, scopes, created_at: timestamp(now) }
    },

    /**
     * Ends a key: see `revoke`.
     * @throws Problem `api_key_not_found`, `session_required`, `service_unavailable`
     */
    async remove(actor: Actor, id: string): Promise<void> {
      await revoke(actor, id, { ...store, bury, notFound: 'api_key_not_found' })
    },

    /** Looks a credential up by the hash of its secret. */
    async lookup(kind: 'api_key' | 'session', hash: string): Promise<Credential | undefined> {
      const row = await (kind === 'session'
        ? store.findSession(hash, clock())
        : store.findApiKey(hash, clock()))
      return row && { ...row, kind }
    },
  }
}
export type Keys = ReturnType<typeof createKeys>

function present(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    label: row.label,
    key: row.hint,
    scopes: row.scopes,
    created_at: timestamp(row.createdAt),
    last_used_at: timestampOrNull(row.lastUsedAt),
  }
}

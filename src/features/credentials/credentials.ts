import type { Actor } from '../../platform/auth/actor.ts'
import { isUseStale, type Credential } from '../../platform/auth/credential.ts'
import { createSecret } from '../../platform/auth/secret.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import type { OAuthFeature } from '../oauth/feature.ts'
import { timestamp, timestampOrNull } from '../../platform/schema.ts'
import type { CreateCredential, ListedCredential, NewCredential } from './schema.ts'
import type { CredentialStore, Kind, ListedRow } from './store.ts'

type Dependencies = Readonly<{
  store: CredentialStore
  /** Revokes credentials on all replicas before it returns. @throws Problem `service_unavailable` */
  revoke: (hashes: readonly string[]) => Promise<void>
  /** What the user granted to OAuth clients, which is listed and revoked as MCP tokens are. */
  grants: Pick<OAuthFeature['grants'], 'list' | 'remove'>
  clock: () => number
}>

/** API keys and MCP tokens: credentials with which programs act for a user. */
export function createCredentials({ store, revoke, grants, clock }: Dependencies) {
  return {
    /** A user's credentials of one kind that have not expired, oldest first, masked. */
    async list(kind: Kind, actor: Actor): Promise<ListedCredential[]> {
      const [own, granted] = await Promise.all([
        store.list(kind, actor.userId, clock()),
        kind === 'api_key' ? [] : grants.list(actor),
      ])
      return [...own, ...granted.map(asCredential)].sort((a, b) => a.createdAt - b.createdAt).map(present)
    },

    /**
     * Creates a credential and returns its secret once.
     * @throws Problem `validation_error` when its expiry is in the past, `api_keys_too_many`, `mcp_tokens_too_many`
     */
    async create(kind: Kind, { userId }: Actor, input: CreateCredential): Promise<NewCredential> {
      const { label, scopes, expires_at: expiresAt = null } = input
      const now = clock()
      if (expiresAt !== null && expiresAt <= now) throw invalid('expires_at', 'must be in the future')
      const { id, value, hash, hint } = createSecret(kind)
      const hasRoom = await store.create(kind, { userId, id, hash, hint, label, scopes, expiresAt, now })
      if (hasRoom === undefined) throw new Problem('invalid_credentials')
      if (!hasRoom) throw new Problem(`${kind}s_too_many`)
      const times = { created_at: timestamp(now), expires_at: timestampOrNull(expiresAt) }
      return { id, label, key: value, scopes, ...times }
    },

    /**
     * Revokes a credential on all replicas before it returns. A credential may revoke itself; others require a session.
     * @throws Problem `api_key_not_found`, `mcp_token_not_found`, `session_required`, `service_unavailable`
     */
    async remove(kind: Kind, actor: Actor, id: string): Promise<void> {
      if (actor.kind !== 'session' && actor.credentialId !== id) throw new Problem('session_required')
      const hash = await store.hashOf(kind, actor.userId, id)
      if (hash === undefined) {
        if (kind === 'mcp_token' && (await grants.remove(actor, id))) return
        throw new Problem(`${kind}_not_found`)
      }
      await revoke([hash])
      await store.remove(kind, actor.userId, id)
    },

    /** Finds a valid credential by its hash. */
    async lookup(kind: Kind, hash: string): Promise<Credential | undefined> {
      const now = clock()
      const row = await store.find(hash, now)
      if (row !== undefined && isUseStale(row, now)) store.touch(hash, now).catch(() => undefined)
      return row && { ...row, kind }
    },

    /** Deletes expired credentials. */
    sweep: async (): Promise<void> => store.sweep(clock()),
  }
}
export type Credentials = ReturnType<typeof createCredentials>

/** A credential in lists; of a grant with its client. */
type Shown = ListedRow & Partial<Pick<Granted, 'clientName' | 'clientUri'>>
type Granted = Awaited<ReturnType<Dependencies['grants']['list']>>[number]

function asCredential(grant: Granted): Shown {
  return { ...grant, label: grant.clientName, hint: `oauth_${grant.id.slice(0, 4)}…${grant.id.slice(-4)}` }
}

function present(row: Shown): ListedCredential {
  return {
    id: row.id,
    label: row.label,
    key: row.hint,
    scopes: row.scopes,
    created_at: timestamp(row.createdAt),
    last_used_at: timestampOrNull(row.lastUsedAt),
    expires_at: timestampOrNull(row.expiresAt),
    client_name: row.clientName ?? null,
    client_uri: row.clientUri ?? null,
  }
}

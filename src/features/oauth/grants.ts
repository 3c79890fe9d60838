import type { Actor, Scope } from '../../platform/auth/actor.ts'
import { isUseStale, type Credential } from '../../platform/auth/credential.ts'
import { revokeEverywhere, type Revoke } from '../../platform/auth/revoke.ts'
import { hashSecret } from '../../platform/auth/secret.ts'
import { Problem } from '../../platform/problems.ts'
import type { ClientCard } from './client-metadata.ts'
import { LIFETIMES } from './limits.ts'
import type { Audience } from './resources.ts'
import type { GrantRow, NewToken, OAuthStore } from './store.ts'

type Dependencies = Readonly<{ store: OAuthStore; revoke: Revoke; clock: () => number }>

/** What an account grants to a client. `uid` is the request for it, which may be answered twice: there is one grant all the same. */
type NewGrant = Readonly<{
  uid: string
  userId: string
  client: ClientCard
  audience: Audience
  scopes: readonly Scope[]
}>

/** What accounts granted to clients, with the access tokens. */
export function createGrants({ store, revoke, clock }: Dependencies) {
  const end = async (id: string, owner?: string): Promise<boolean> => {
    const now = clock()
    const found = await store.accessTokens(id, now)
    if (found === undefined || (owner ?? found.userId) !== found.userId) return false
    await revokeEverywhere(revoke, found.hashes, async () => store.endGrant(id, found.userId, now))
    return true
  }

  return {
    /** Records a grant and returns its id. @throws Problem `mcp_tokens_too_many`, `invalid_credentials` when the account was deleted */
    async create({ uid, userId, client, audience, scopes }: NewGrant): Promise<string> {
      const [id, now] = [hashSecret(`grant ${uid} ${userId}`).slice(0, 32), clock()]
      const { id: clientId, name: clientName, uri: clientUri } = client
      const expiresAt = now + LIFETIMES.interaction * 1000
      const grant = {
        id,
        userId,
        clientId,
        clientName,
        clientUri,
        audience,
        scopes: [...scopes],
        expiresAt,
        now,
      }
      const hasRoom = await store.createGrant(grant)
      if (hasRoom === undefined) throw new Problem('invalid_credentials')
      if (!hasRoom) throw new Problem('mcp_tokens_too_many')
      return id
    },

    /** Adds a token; of a grant that has too many access tokens the oldest end. False if the grant has ended, or has too many refresh tokens. */
    async addToken(token: NewToken): Promise<boolean> {
      const surplus = await store.putToken(token)
      // While Redis is unavailable tokens are looked up, and what it remembers of them ends within a minute.
      if (token.kind === 'AccessToken' && surplus !== undefined) await revoke(surplus).catch(() => undefined)
      return surplus !== undefined
    },

    /** A user's grants that have not ended, oldest first. */
    list: async ({ userId }: Actor): Promise<GrantRow[]> => store.grants(userId, clock()),

    /** Ends a grant of the user with all its tokens on all replicas before it returns; false if there is none. @throws RedisUnavailable */
    remove: async ({ userId }: Actor, id: string): Promise<boolean> => end(id, userId),

    /** Ends a grant with all its tokens on all replicas before it returns. @throws RedisUnavailable */
    async end(id: string): Promise<void> {
      await end(id)
    },

    /** Finds a valid access token by its hash. */
    async lookup(hash: string): Promise<Credential | undefined> {
      const now = clock()
      const found = await store.find(hash, now)
      if (found === undefined) return undefined
      if (isUseStale(found, now)) store.touch(hash, now).catch(() => undefined)
      const { audience, ...row } = found
      return { ...row, kind: `${audience}_grant` }
    },
  }
}
export type Grants = ReturnType<typeof createGrants>

import { z } from 'zod'
import { Scope } from '../../platform/auth/actor.ts'
import { CredentialRow } from '../../platform/auth/credential.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, inBatches, int, queriesIn } from '../../platform/graph/query.ts'
import { OAUTH_LIMITS } from './limits.ts'
import { Audience } from './resources.ts'

const query = queriesIn('oauth')

const GrantRow = z.strictObject({
  id: z.string(),
  clientName: z.string(),
  clientUri: z.string().nullable(),
  scopes: z.array(Scope),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  expiresAt: z.int(),
})
export type GrantRow = z.infer<typeof GrantRow>

const sealed = { sealed: z.string(), masterKeyId: z.string() }
const SealedKeys = z.strictObject(sealed)
const TokenKind = z.enum(['AuthorizationCode', 'AccessToken', 'RefreshToken'])
export type TokenKind = z.infer<typeof TokenKind>

const id = { id: z.string() }
const user = { userId: z.string() }
const hash = { hash: z.string() }
const swept = column('swept', z.int())

/** The statements on what accounts granted to clients. */
export const oauthQueries = {
  account: query('account', user, column('email', z.string())),
  keys: query('keys', {}, column('keys', SealedKeys)),
  makeKeys: query('make-keys', { ...sealed, now: int }, column('keys', SealedKeys)),
  resealKeys: query('reseal-keys', { ...sealed, before: z.string() }, column('name', z.string())),
  putClient: query('put-client', { ...id, metadata: z.string(), now: int }, column('id', z.string())),
  client: query('client', id, column('metadata', z.string())),
  sweepClients: query('sweep-clients', { before: int }, swept),
  createGrant: query(
    'create-grant',
    {
      ...id,
      ...user,
      clientId: z.string(),
      clientName: z.string(),
      clientUri: z.string().nullable(),
      audience: Audience,
      scopes: z.array(Scope),
      expiresAt: int,
      now: int,
      most: int,
    },
    column('hasRoom', z.boolean()),
  ),
  saveGrant: query('save-grant', { ...id, payload: z.string() }, column('id', z.string())),
  // Null before it is saved by the library.
  grant: query('grant', { ...id, now: int }, column('payload', z.string().nullable())),
  grants: query('grants', { ...user, now: int }, column('grant', GrantRow)),
  accessTokens: query(
    'access-tokens',
    { ...id, now: int },
    z.strictObject({ userId: z.string(), hashes: z.array(z.string()) }),
  ),
  endGrant: query('end-grant', { ...id, ...user, now: int }, column('hash', z.string())),
  putToken: query(
    'put-token',
    {
      ...user,
      ...hash,
      grantId: z.string(),
      kind: TokenKind,
      scopes: z.array(Scope),
      payload: z.string(),
      expiresAt: int,
      now: int,
      most: int,
      mostRefresh: int,
    },
    column('hashes', z.array(z.string())),
  ),
  token: query(
    'token',
    { ...hash, kind: TokenKind, now: int },
    z.strictObject({ payload: z.string(), used: z.boolean() }),
  ),
  useToken: query(
    'use-token',
    { ...hash, use: z.string() },
    z.strictObject({ isFirst: z.boolean(), grantId: z.string() }),
  ),
  releaseToken: query('release-token', { ...hash, use: z.string() }, column('hash', z.string())),
  find: query('find', { ...hash, now: int }, CredentialRow.extend({ audience: Audience })),
  touch: query('touch', { ...hash, now: int }, column('id', z.string())),
  sweepTokens: query('sweep-tokens', { before: int }, swept),
  sweepGrants: query('sweep-grants', { before: int }, swept),
}

type Queries = typeof oauthQueries
type Params<Name extends keyof Queries> = z.input<Queries[Name]['params']>

/** A code or token of a grant. */
export type NewToken = Omit<Params<'putToken'>, 'most' | 'mostRefresh'>

/** Repository of clients, grants and tokens. */
export function createOAuthStore({ read, change }: Pick<Graph, 'read' | 'change'>) {
  const q = oauthQueries
  return {
    emailOf: async (userId: string) => first(read, q.account, { userId }),
    keys: async () => first(read, q.keys, {}),
    makeKeys: async (keys: Params<'makeKeys'>) => first(change, q.makeKeys, keys),
    resealKeys: async (keys: Params<'resealKeys'>) => change(q.resealKeys, keys),
    putClient: async (client: Params<'putClient'>) => change(q.putClient, client),
    client: async (clientId: string) => first(read, q.client, { id: clientId }),
    /** False if the account has the most that it may have, undefined if it was deleted. */
    createGrant: async (grant: Omit<Params<'createGrant'>, 'most'>) =>
      first(change, q.createGrant, { ...grant, most: OAUTH_LIMITS.grants }),
    saveGrant: async (grant: Params<'saveGrant'>) => change(q.saveGrant, grant),
    grant: async (grantId: string, now: number) => first(read, q.grant, { id: grantId, now }),
    grants: async (userId: string, now: number) => read(q.grants, { userId, now }),
    accessTokens: async (grantId: string, now: number) => first(read, q.accessTokens, { id: grantId, now }),
    /** Ends a grant and returns the hashes of its access tokens. */
    endGrant: async (grantId: string, userId: string, now: number) =>
      change(q.endGrant, { id: grantId, userId, now }),
    /**
     * The hashes of the oldest tokens, which were deleted because there were too many; undefined if the grant has ended, or has too many
     * refresh tokens.
     */
    putToken: async (token: NewToken) => {
      const { tokensPerGrant: most, refreshTokensPerGrant: mostRefresh } = OAUTH_LIMITS
      return first(change, q.putToken, { ...token, most, mostRefresh })
    },
    token: async (token: Params<'token'>) => first(read, q.token, token),
    useToken: async (token: Params<'useToken'>) => first(change, q.useToken, token),
    releaseToken: async (token: Params<'releaseToken'>) => change(q.releaseToken, token),
    find: async (tokenHash: string, now: number) => first(read, q.find, { hash: tokenHash, now }),
    touch: async (tokenHash: string, now: number) => change(q.touch, { hash: tokenHash, now }),
    async sweep(now: number): Promise<void> {
      await inBatches(change, q.sweepTokens, { before: now })
      await inBatches(change, q.sweepGrants, { before: now })
      await inBatches(change, q.sweepClients, { before: now - OAUTH_LIMITS.unusedMs })
    },
  }
}
export type OAuthStore = ReturnType<typeof createOAuthStore>

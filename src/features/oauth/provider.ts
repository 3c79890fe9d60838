import {
  Provider,
  errors,
  type AdapterFactory,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { Scope } from '../../platform/auth/actor.ts'
import { adaptMetadata } from './client-metadata.ts'
import type { Keys } from './keys.ts'
import { LIFETIMES, OAUTH_LIMITS } from './limits.ts'
import { PATHS, UNUSED_COOKIE } from './paths.ts'
import { resourcesOf } from './resources.ts'

type Dependencies = Readonly<{
  /** The origin under which clients reach the service. */
  issuer: string
  keys: Keys
  adapter: AdapterFactory
  isAccountOpen: (userId: string) => Promise<boolean>
  /** Counts a metadata document that a network wants fetched; false if it has too many. */
  takeDocument: (address: string) => Promise<boolean>
  fetch: Configuration['fetch']
  renderError: Configuration['renderError']
  /** Notes an error of the server, which is answered like all errors of the service. */
  noteError: (ctx: KoaContextWithOIDC, error: Error) => void
}>

/** The OAuth 2.1 authorization server of the service. */
export function createProvider(deps: Dependencies): Provider {
  const { issuer, keys, adapter, isAccountOpen, fetch, renderError, noteError } = deps
  const provider = new Provider(issuer, {
    adapter,
    jwks: { keys: [keys.jwk] },
    cookies: cookies(keys),
    routes: {
      authorization: PATHS.authorize,
      token: PATHS.token,
      revocation: PATHS.revoke,
      registration: PATHS.register,
      jwks: PATHS.jwks,
    },
    interactions: { url: (_ctx, { uid }) => `${PATHS.interaction}/${uid}` },
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    // The adaptation runs once for each listed field; the field itself is not used.
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_ctx, _key, _value, metadata) => adaptMetadata(metadata),
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clockTolerance: 0,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: refuseOtherResource,
    revokeGrantPolicy: () => true,
    findAccount: async (_ctx, accountId) =>
      (await isAccountOpen(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: features(deps),
    ttl: {
      AccessToken: (ctx) => withinGrant(ctx, LIFETIMES.accessToken),
      AuthorizationCode: LIFETIMES.code,
      RefreshToken: (ctx) => withinGrant(ctx, LIFETIMES.refreshToken),
      Grant: LIFETIMES.grant,
      Interaction: LIFETIMES.interaction,
      Session: LIFETIMES.interaction,
    },
    fetch,
    fetchResponseBodyLimits: { 'client_id metadata document': OAUTH_LIMITS.documentBytes },
    renderError,
  })
  provider.on('server_error', noteError)
  return provider
}

function features({ issuer, takeDocument }: Dependencies): Configuration['features'] {
  const resources = resourcesOf(issuer)
  const known = new Set(Object.values(resources))
  const off = { enabled: false } as const
  return {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      // Outside of a request the client of an interaction is looked up, whose document was fetched before.
      allowFetch: async (ctx: KoaContextWithOIDC | undefined) => ctx === undefined || takeDocument(ctx.ip),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? resources.mcp,
      useGrantedResource: () => true,
      getResourceServerInfo(ctx, resource) {
        const { resource: asked } = ctx.oidc.params ?? {}
        const isOne = !Array.isArray(asked) || new Set(asked).size <= 1
        if (!isOne || !known.has(resource)) {
          throw new errors.InvalidTarget(`the resource must be one of ${[...known].join(' and ')}`)
        }
        return { scope: Scope.options.join(' '), audience: resource, accessTokenFormat: 'opaque' }
      },
    },
  }
}

function cookies({ cookies: keys }: Keys): Configuration['cookies'] {
  const attributes = { httpOnly: true, sameSite: 'lax', secure: true, signed: true } as const
  return {
    keys,
    names: {
      session: UNUSED_COOKIE,
      interaction: '__Secure-oauth-interaction',
      resume: '__Secure-oauth-resume',
    },
    short: attributes,
    long: { ...attributes, path: '/' },
  }
}

/**
 * Whether a refresh token is replaced: always. The library asks before it uses the token up, and looks at the resource only afterwards: a
 * client that names a wrong one would lose its grant by its next try.
 */
function refuseOtherResource({ oidc }: KoaContextWithOIDC): true {
  const asked = new Set([oidc.params?.['resource'] ?? []].flat())
  const granted = [oidc.entities.RefreshToken?.resource ?? []].flat()
  if (asked.size > 1 || [...asked].some((one) => !granted.includes(String(one))))
    throw new errors.InvalidTarget(`the resource must be ${granted.join(' ')}`)
  return true
}

/** A lifetime that ends with the grant at the latest. */
function withinGrant({ oidc }: KoaContextWithOIDC, seconds: number): number {
  const end = oidc.entities.Grant?.exp
  return end === undefined ? seconds : Math.max(1, Math.min(seconds, end - Math.floor(Date.now() / 1000)))
}

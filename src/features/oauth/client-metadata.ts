import type { AllClientMetadata, ClientMetadata } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { OAUTH_LIMITS } from './limits.ts'

/** Who asks, as people see it. */
export type ClientCard = Readonly<{
  id: string
  name: string
  /** The address that it gives as its own. */
  uri: string | null
  /** The host that answers for it: that of its metadata document; registered clients have none. */
  host: string | null
}>

/** Schemes that are no private-use schemes of a program on the user's machine (RFC 8252, 7.1), beside those that the library refuses. */
const NOT_PRIVATE = new Set(
  'ws: wss: ftp: ftps: mailto: tel: sms: intent: filesystem: view-source: chrome: resource: ms-its: jar:'.split(
    ' ',
  ),
)
const WEB = new Set(['http:', 'https:'])
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i
/** What a public client without OpenID has no use for; some of it would have the service fetch documents. */
const IGNORED = [
  'scope',
  'client_secret',
  'client_secret_expires_at',
  'jwks',
  'jwks_uri',
  'sector_identifier_uri',
  'initiate_login_uri',
  'default_acr_values',
  'default_max_age',
  'require_auth_time',
  'id_token_signed_response_alg',
  'subject_type',
] as const

/**
 * Adapts the metadata of a client to what is supported, as RFC 7591 (2) allows: each becomes a public native client that gets codes
 * and refresh tokens. As native ones they may have redirects to https addresses, to http on the loopback interface with any port, and
 * to private-use schemes.
 * @throws errors.InvalidClientMetadata
 */
export function adaptMetadata(metadata: ClientMetadata): void {
  for (const field of IGNORED) delete metadata[field]
  const { grant_types: asked, redirect_uris: redirects, client_name: name } = metadata
  const { redirects: most, metadataLength, nameLength } = OAUTH_LIMITS
  if (JSON.stringify(metadata).length > metadataLength) refuse('the metadata is too long')
  if (asked !== undefined && !Array.isArray(asked)) refuse('grant_types must be an array')
  if (Array.isArray(redirects) && redirects.length > most)
    refuse(`at most ${most} redirect_uris are supported`)
  for (const redirect of Array.isArray(redirects) ? redirects : []) refuseRedirect(redirect)
  if (typeof name === 'string' && name.length > nameLength)
    metadata.client_name = `${name.slice(0, nameLength - 1)}…`
  Object.assign(metadata, {
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
    grant_types: [
      'authorization_code',
      ...(asked?.includes('refresh_token') === true ? ['refresh_token'] : []),
    ],
  })
}

function refuseRedirect(redirect: unknown): void {
  if (typeof redirect !== 'string' || !URL.canParse(redirect)) return
  const { protocol, hostname, username, password } = new URL(redirect)
  if (NOT_PRIVATE.has(protocol)) refuse(`redirect_uris must not use the ${protocol.slice(0, -1)} URI scheme`)
  // The host becomes a part of a content security policy.
  if (WEB.has(protocol) && !HOST.test(hostname))
    refuse('redirect_uris must have the name of a host or its address')
  if (username !== '' || password !== '') refuse('redirect_uris must not hold a user or password')
}

function refuse(reason: string): never {
  throw new errors.InvalidClientMetadata(reason)
}

/** A client as people see it. */
export function clientCard(metadata: AllClientMetadata): ClientCard {
  const { client_id: id = '', client_name: name, client_uri: uri } = metadata
  const host = URL.canParse(id) ? new URL(id).host : null
  const shown = (name ?? '').replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
  return {
    id,
    name: shown === '' ? (host ?? 'A client without a name') : shown,
    uri: uri === undefined ? (host === null ? null : new URL(id).origin) : inAscii(uri),
    host,
  }
}

/** A URL without characters that change how people see it, such as those that reverse the direction of a text. */
function inAscii(url: string): string {
  return /^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href
}

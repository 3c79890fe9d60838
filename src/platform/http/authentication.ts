import type { Authenticator, Authenticated, Token } from '../auth/authenticator.ts'
import { isSecret } from '../auth/secret.ts'
import { Problem } from '../problems.ts'
import type { Admission } from '../limits/admission.ts'
import type { Turns } from '../limits/turns.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { setQuotaHeaders } from './quota-headers.ts'
import { sessionIn } from './session-cookie.ts'

/** What decides whether a request may run. */
export type Guards = Readonly<{ authenticator: Authenticator; admission: Admission; turns: Turns }>

const BEARER_KINDS = ['mcp_token', 'access_token'] as const
const BEARER = /^Bearer +(?<token>\S+) *$/i

/** The access tokens whose audience (RFC 8707) is the other resource. */
const FOREIGN = { api: 'mcp_grant', mcp: 'api_grant' } as const

/** The credentials of a request, the one that takes precedence first. */
type Credentials = Readonly<{ tokens: readonly Token[]; isCookieAlone: boolean }>

/** What is asked of a request. The session cookie counts for the API only: other protocols have no protection against CSRF. */
type Asked = Pick<Endpoint, 'access' | 'counted'> & Readonly<{ audience: 'api' | 'mcp' }>

/**
 * Authenticates a request, then checks its scope, then its quota. A request with only the session cookie comes from the
 * dashboard: it does not count towards the quota, and may write only from the same origin.
 * @throws Problem `missing_credentials`, `invalid_credentials`, `session_required`, `insufficient_scope`,
 * `cross_origin`, `rate_limit_exceeded`
 */
export async function authenticate(
  ctx: Context,
  asked: Asked,
  authenticator: Authenticator,
): Promise<Authenticated> {
  const { tokens, isCookieAlone } = credentialsOf(ctx, asked)
  const [first, ...others] = tokens
  if (first === undefined) throw new Problem('missing_credentials')
  const address = ctx.ip
  if (others.length > 0) await requireSameUser(tokens, asked, address, authenticator)
  const count = asked.counted && !isCookieAlone
  const authenticated = await authenticator.authenticate(first, { count, address })
  if (isForeign(asked, authenticated)) {
    if (count) await authenticator.uncount(authenticated)
    throw new Problem('invalid_credentials')
  }
  if (count) setQuotaHeaders(ctx, authenticated.quota)
  refuseScope(asked, authenticated)
  if (isCookieAlone) {
    refuseOtherOrigins(ctx)
    return { ...authenticated, actor: { ...authenticated.actor, source: 'web' } }
  }
  if (!authenticated.withinQuota)
    throw new Problem('rate_limit_exceeded', {}, { retryAfterS: authenticated.quota.resetInS })
  return authenticated
}

/**
 * Refuses a request without a valid credential before more of it is known. One that was valid lately passes without a round trip.
 * @throws Problem `missing_credentials`, `invalid_credentials`, `rate_limit_exceeded` (too many unknown credentials)
 */
export async function requireCredential(
  ctx: Context,
  audience: Asked['audience'],
  authenticator: Authenticator,
): Promise<void> {
  const { tokens } = credentialsOf(ctx, { audience })
  if (tokens.length > 0 && tokens.every((token) => authenticator.wasValid(token))) return
  await authenticate(ctx, { access: 'credential', counted: false, audience }, authenticator)
}

/** All credentials of the request; each of them must be valid. */
function credentialsOf(ctx: Context, { audience }: Pick<Asked, 'audience'>): Credentials {
  const tokens: Token[] = []
  const key = ctx.request.headers['x-api-key']
  if (key !== undefined) tokens.push({ kind: 'api_key', secret: String(key).trim() })
  const { authorization, cookie } = ctx.request.headers
  if (authorization !== undefined) {
    const secret = BEARER.exec(authorization)?.groups?.['token'] ?? ''
    tokens.push({ kind: BEARER_KINDS.find((kind) => isSecret(kind, secret)) ?? 'session', secret })
  }
  const kept = audience === 'api' ? sessionIn(cookie) : undefined
  if (kept !== undefined) tokens.push({ kind: 'session', secret: kept })
  return { tokens, isCookieAlone: kept !== undefined && tokens.length === 1 }
}

/** The id of the user of the session cookie, on pages; undefined without a valid one. @throws Problem `service_unavailable` */
export async function signedInUser(ctx: Context, authenticator: Authenticator): Promise<string | undefined> {
  const secret = sessionIn(ctx.request.headers.cookie)
  if (secret === undefined) return undefined
  try {
    const asked = { count: false, address: ctx.ip }
    const { actor } = await authenticator.authenticate({ kind: 'session', secret }, asked)
    return actor.userId
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_credentials') return undefined
    throw error
  }
}

/** Protects cookie requests against CSRF. @throws Problem `cross_origin` */
export function refuseOtherOrigins(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return
  const { 'sec-fetch-site': site, origin } = ctx.request.headers
  const isSame = site === undefined ? isOwnOrigin(ctx, origin) : site === 'same-origin'
  if (!isSame) throw new Problem('cross_origin')
}

function isOwnOrigin(ctx: Context, origin: string | undefined): boolean {
  const own = `${ctx.protocol}://${ctx.host}`
  if (origin === undefined || !URL.canParse(origin) || !URL.canParse(own)) return false
  return new URL(origin).origin === new URL(own).origin
}

function isForeign({ audience }: Pick<Asked, 'audience'>, { actor }: Authenticated): boolean {
  return FOREIGN[audience] === actor.kind
}

/** Requires several credentials to be valid here and of one user, before any of them is counted. */
async function requireSameUser(
  tokens: readonly Token[],
  asked: Asked,
  address: string,
  authenticator: Authenticator,
): Promise<void> {
  const authenticated = await Promise.all(
    tokens.map(async (token) => authenticator.authenticate(token, { count: false, address })),
  )
  const users = new Set(authenticated.map(({ actor }) => actor.userId))
  if (users.size > 1 || authenticated.some((one) => isForeign(asked, one)))
    throw new Problem('invalid_credentials')
}

function refuseScope({ access }: Pick<Asked, 'access'>, { actor }: Authenticated): void {
  if (access === 'session' && actor.kind !== 'session') throw new Problem('session_required')
  if ((access === 'ideas:read' || access === 'ideas:write') && !actor.scopes.includes(access)) {
    throw new Problem('insufficient_scope')
  }
}

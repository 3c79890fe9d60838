import type { Admission, Admitted, Token } from '../admission/admission.ts'
import { Problem } from '../problems.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { sessionIn } from './session-cookie.ts'

const BEARER = /^Bearer +(?<token>\S+) *$/i

/** The credentials of a request, the one that decides first. */
type Presented = Readonly<{ tokens: readonly Token[]; isCookieAlone: boolean }>

/**
 * Who calls, with the quota counted in the same round trip, then whether they may, then whether the day has room. The
 * cookie alone is the dashboard: it counts towards no quota, and changes things only from the same origin.
 * @throws Problem `missing_credentials`, `invalid_credentials`, `session_required`, `insufficient_scope`,
 * `cross_origin`, `rate_limit_exceeded`
 */
export async function authenticate(
  ctx: Context,
  endpoint: Endpoint,
  admission: Admission,
): Promise<Admitted> {
  const { tokens, isCookieAlone } = presentedBy(ctx)
  const [first, ...others] = tokens
  if (first === undefined) throw new Problem('missing_credentials')
  if (others.length > 0) await refuseStrangers(tokens, admission)
  const count = endpoint.counted && !isCookieAlone
  const admitted = await admission.admit(first, { count })
  if (count) setQuotaHeaders(ctx, admitted)
  refuseScope(endpoint, admitted)
  if (isCookieAlone) {
    refuseOtherOrigins(ctx)
    return { ...admitted, actor: { ...admitted.actor, source: 'web' } }
  }
  if (!admitted.withinQuota) {
    ctx.set('Retry-After', String(admitted.quota.resetInS))
    throw new Problem('rate_limit_exceeded')
  }
  return admitted
}

/** Every credential that is presented: one that is bad spoils the request even if another is good. */
function presentedBy(ctx: Context): Presented {
  const tokens: Token[] = []
  const key = ctx.request.headers['x-api-key']
  if (key !== undefined) tokens.push({ kind: 'api_key', secret: String(key).trim() })
  const { authorization, cookie } = ctx.request.headers
  if (authorization !== undefined) {
    const secret = BEARER.exec(authorization)?.groups?.['token'] ?? ''
    tokens.push({ kind: secret.startsWith('mcp_') ? 'mcp_token' : 'session', secret })
  }
  const kept = sessionIn(cookie)
  if (kept !== undefined) tokens.push({ kind: 'session', secret: kept })
  return { tokens, isCookieAlone: kept !== undefined && tokens.length === 1 }
}

/** A browser sends the cookie along with what other sites make it send; it says so, too. @throws Problem `cross_origin` */
function refuseOtherOrigins(ctx: Context): void {
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

/** Several credentials must all be good and of one user, before anything is counted for anybody. */
async function refuseStrangers(tokens: readonly Token[], admission: Admission): Promise<void> {
  const admitted = await Promise.all(tokens.map(async (token) => admission.admit(token, { count: false })))
  if (new Set(admitted.map(({ actor }) => actor.userId)).size > 1) throw new Problem('invalid_credentials')
}

function refuseScope({ access }: Endpoint, { actor }: Admitted): void {
  if (access === 'session' && actor.kind !== 'session') throw new Problem('session_required')
  if ((access === 'ideas:read' || access === 'ideas:write') && !actor.scopes.includes(access)) {
    throw new Problem('insufficient_scope')
  }
}

/** The structured fields of draft-ietf-httpapi-ratelimit-headers, and the older X- headers beside them. */
function setQuotaHeaders(ctx: Context, { quota }: Admitted): void {
  const { limit, used, resetAt, resetInS } = quota
  const remaining = Math.max(0, limit - used)
  ctx.set('RateLimit-Policy', `"daily";q=${limit};w=86400`)
  ctx.set('RateLimit', `"daily";r=${remaining};t=${resetInS}`)
  ctx.set('X-RateLimit-Limit', String(limit))
  ctx.set('X-RateLimit-Remaining', String(remaining))
  ctx.set('X-RateLimit-Reset', String(Math.ceil(resetAt / 1000)))
}

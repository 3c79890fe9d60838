import type { Admission, Admitted, Token } from '../admission/admission.ts'
import { Problem } from '../problems.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'

const BEARER = /^Bearer +(?<token>\S+) *$/i

/**
 * Who calls, with the quota counted in the same round trip, then whether they may, then whether the day has room.
 * @throws Problem `missing_credentials`, `invalid_credentials`, `session_required`, `insufficient_scope`,
 * `rate_limit_exceeded`
 */
export async function authenticate(
  ctx: Context,
  endpoint: Endpoint,
  admission: Admission,
): Promise<Admitted> {
  const [first, ...others] = tokensOf(ctx)
  if (first === undefined) throw new Problem('missing_credentials')
  if (others.length > 0) await refuseStrangers([first, ...others], admission)
  const admitted = await admission.admit(first, { count: endpoint.counted })
  if (endpoint.counted) setQuotaHeaders(ctx, admitted)
  refuseScope(endpoint, admitted)
  if (!admitted.withinQuota) {
    ctx.set('Retry-After', String(admitted.quota.resetInS))
    throw new Problem('rate_limit_exceeded')
  }
  return admitted
}

/** Every credential that is presented: one that is bad spoils the request even if another is good. */
function tokensOf(ctx: Context): Token[] {
  const tokens: Token[] = []
  const key = ctx.request.headers['x-api-key']
  if (key !== undefined) tokens.push({ kind: 'api_key', secret: String(key).trim() })
  const { authorization } = ctx.request.headers
  if (authorization !== undefined) {
    tokens.push({ kind: 'session', secret: BEARER.exec(authorization)?.groups?.['token'] ?? '' })
  }
  return tokens
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

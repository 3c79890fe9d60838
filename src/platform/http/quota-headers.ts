import type { Quota } from '../auth/authenticator.ts'
import type { Context } from './context.ts'

/** The structured fields of draft-ietf-httpapi-ratelimit-headers, and the older X- headers beside them. */
export function setQuotaHeaders(ctx: Context, { limit, used, resetAt, resetInS }: Quota): void {
  const remaining = Math.max(0, limit - used)
  ctx.set('RateLimit-Policy', `"daily";q=${limit};w=86400`)
  ctx.set('RateLimit', `"daily";r=${remaining};t=${resetInS}`)
  ctx.set('X-RateLimit-Limit', String(limit))
  ctx.set('X-RateLimit-Remaining', String(remaining))
  ctx.set('X-RateLimit-Reset', String(Math.ceil(resetAt / 1000)))
}

import type { Idempotency } from '../auth/actor.ts'
import type { Authenticated } from '../auth/authenticator.ts'
import { digest } from '../digest.ts'
import { invalid } from '../problems.ts'
import type { Context } from './context.ts'

/** Maximum length of an `Idempotency-Key`. */
export const IDEMPOTENCY_LIMITS = { keyLength: 255 }

/**
 * The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header), scoped to user, method and path. The
 * fingerprint covers the query and the bytes of the body, which a repeat must have in common with the first request.
 * @throws Problem `validation_error` when it is empty or longer than 255 characters
 */
export function idempotencyOf(ctx: Context, { actor }: Authenticated, body: string): Idempotency | undefined {
  const header = ctx.req.headers['idempotency-key']
  if (header === undefined) return undefined
  return idempotencyFor({
    given: String(header),
    scope: [actor.userId, ctx.method, ctx.path],
    request: [ctx.querystring, body],
  })
}

/**
 * An idempotency key within its scope, with the fingerprint of the request.
 * @throws Problem `validation_error` when it is empty or longer than 255 characters
 */
export function idempotencyFor(key: {
  given: string
  scope: readonly string[]
  request: readonly string[]
}): Idempotency {
  const { given, scope, request } = key
  if (given === '' || given.length > IDEMPOTENCY_LIMITS.keyLength) {
    throw invalid('Idempotency-Key', `must have 1 to ${IDEMPOTENCY_LIMITS.keyLength} characters`)
  }
  return { key: digest([...scope, given]), fingerprint: digest(request) }
}

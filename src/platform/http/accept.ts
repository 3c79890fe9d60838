import type { Middleware } from 'koa'
import type { State } from './context.ts'

/** The characters of the longest `Accept` that is read: negotiator takes time by the square of them. */
const MOST = 1_000

/** Disregards an `Accept` longer than those of any client, which RFC 9110, section 12.5.1, allows. */
export function disregardLongAccept(): Middleware<State> {
  return async (ctx, next) => {
    if ((ctx.headers.accept?.length ?? 0) > MOST) delete ctx.headers.accept
    return next()
  }
}

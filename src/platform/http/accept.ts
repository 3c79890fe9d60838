import type { Middleware } from 'koa'
import type { State } from './context.ts'

/** The characters of the longest `Accept` that is read: negotiator takes time by the square of them. */
export const ACCEPT_LIMITS = { characters: 1_000 } as const

/** Disregards an `Accept` longer than those of any client, which RFC 9110, section 12.5.1, allows. */
export const disregardLongAccept: Middleware<State> = async (ctx, next) => {
  if ((ctx.headers.accept?.length ?? 0) > ACCEPT_LIMITS.characters) delete ctx.headers.accept
  return next()
}

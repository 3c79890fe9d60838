import type { Middleware } from 'koa'
import { invalid } from '../problems.ts'
import type { Context, State } from './context.ts'

const SCHEME = /^https?:\/\//i

/**
 * Refuses a request without `Host`, and takes a target in absolute form by its path (RFC 9112, section 3.2).
 * @throws Problem `validation_error`
 */
export const readTarget: Middleware<State> = async (ctx, next) => {
  const { headers, httpVersionMinor } = ctx.req
  if (headers.host === undefined && httpVersionMinor > 0) throw invalid('Host', 'must be there')
  if (SCHEME.test(ctx.url)) takePath(ctx)
  return next()
}

function takePath(ctx: Context): void {
  if (!URL.canParse(ctx.url)) throw invalid('target', 'must be a path or a URL')
  const { pathname, search } = new URL(ctx.url)
  ctx.url = pathname + search
  ctx.originalUrl = ctx.url
}

import Koa, { type Middleware } from 'koa'
import { Router } from '@koa/router'
import type { Logger } from 'pino'
import { Problem } from '../problems.ts'
import { disregardLongAccept } from './accept.ts'
import type { Guards } from './authentication.ts'
import type { Context, State } from './context.ts'
import { serveDocs } from './docs.ts'
import type { Endpoint } from './endpoint.ts'
import { answerProblems } from './errors.ts'
import { mountEndpoints, mountRoutes } from './mount.ts'
import { openApiDocument } from './openapi.ts'
import type { NotFoundPage, Route } from './route.ts'
import { readTarget } from './target.ts'
import { closeAfterUnreadBody } from './unread-body.ts'

type Dependencies = Readonly<{
  endpoints: readonly Endpoint[]
  routes: readonly Route[]
  /** The page for people at an address that nothing answers; without one they get the problem, as programs do. */
  notFoundPage: NotFoundPage | undefined
  guards: Guards
  log: Logger
  version: string
  /** Whether a reverse proxy terminates TLS and sets X-Forwarded-Proto. */
  trustProxy: boolean
  /** Called after every request with endpoint id (or `none`), status and seconds. */
  observe: (endpointId: string, status: number, seconds: number) => void
  metrics: Middleware
}>

/** What a stream reports when the client closed the connection. */
const CLIENT_LEFT = new Set<string | undefined>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** The Koa application, without a listener. */
export function createApp(deps: Dependencies): Koa<State> {
  const { endpoints, routes, notFoundPage, guards, log, version, trustProxy, metrics } = deps
  // The proxy added only the last entry of a forwarded header; the others may be forged by the client.
  const app = new Koa<State>({ proxy: trustProxy, maxIpsCount: 1 })
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!CLIENT_LEFT.has(error.code)) log.warn({ err: error }, 'a response could not be sent completely')
  })
  const router = mountRoutes(mountEndpoints(new Router<State>(), endpoints, guards), routes)
  app.use(closeAfterUnreadBody())
  app.use(logRequests(deps))
  app.use(answerProblems(log))
  app.use(readTarget)
  app.use(disregardLongAccept)
  app.use(trustProxy ? requireHttps : warnOfProxy(log))
  app.use(serveDocs(openApiDocument(endpoints, version)))
  app.use(metrics)
  app.use(refuseUnknown(router, notFoundPage))
  app.use(router.routes())
  return app
}

function logRequests({ log, observe }: Dependencies): Middleware<State> {
  return async (ctx, next) => {
    const start = performance.now()
    await next()
    const ms = performance.now() - start
    const { requestId, endpointId = 'none', authenticated } = ctx.state
    observe(endpointId, ctx.status, ms / 1000)
    const userId = authenticated?.actor.userId
    log.info(
      { requestId, endpointId, method: ctx.method, status: ctx.status, ms: Math.round(ms), userId },
      'request',
    )
  }
}

const requireHttps: Middleware = async (ctx, next) => {
  const forwarded = ctx.get('X-Forwarded-Proto').split(',').at(-1)?.trim().toLowerCase()
  if (forwarded !== 'https') throw new Problem('https_required')
  // Koa's `ctx.protocol` reads the first entry.
  ctx.headers['x-forwarded-proto'] = forwarded
  await next()
}

/** Warns once of a proxy that is not trusted: all its clients share the limits of one network. */
function warnOfProxy(log: Logger): Middleware {
  let hasWarned = false
  return async (ctx, next) => {
    if (!hasWarned && ctx.get('X-Forwarded-For') !== '') {
      hasWarned = true
      log.warn(
        'requests carry X-Forwarded-For, but TRUST_PROXY is not set: clients of a proxy count as one network',
      )
    }
    await next()
  }
}

/** Rejects unknown paths and methods before authentication. A fixed path wins over one with a parameter. */
function refuseUnknown(router: Router<State>, notFoundPage: NotFoundPage | undefined): Middleware<State> {
  return async (ctx, next) => {
    const { path } = router.match(ctx.path, ctx.method)
    if (path.length === 0) {
      if (notFoundPage === undefined || !isOfPerson(ctx)) throw new Problem('path_not_found')
      return notFoundPage(ctx)
    }
    const fewest = Math.min(...path.map(({ paramNames }) => paramNames.length))
    const layers = path.filter(({ paramNames }) => paramNames.length === fewest)
    const methods = [...new Set(layers.flatMap((layer) => layer.methods))]
    if (!methods.includes(ctx.method)) {
      ctx.set('Allow', methods.join(', '))
      throw new Problem('method_not_allowed')
    }
    await next()
  }
}

/** Whether a browser asks for what is outside the API. */
function isOfPerson({ method, path, request }: Context): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/api(?:\/|$)/.test(path) && request.accepts('json', 'html') === 'html'
}

import Koa, { type Middleware } from 'koa'
import type { Router } from '@koa/router'
import type { Logger } from 'pino'
import type { Admission } from '../admission/admission.ts'
import { Problem } from '../problems.ts'
import type { State } from './context.ts'
import { serveDocs } from './docs.ts'
import type { Endpoint } from './endpoint.ts'
import { answerProblems } from './errors.ts'
import { mountEndpoints } from './mount.ts'
import { openApiDocument } from './openapi.ts'

type Dependencies = Readonly<{
  endpoints: readonly Endpoint[]
  admission: Admission
  log: Logger
  version: string
  /** A proxy in front ends TLS and says so in X-Forwarded-Proto. */
  trustProxy: boolean
  /** Sees every answered request: endpoint id (or `none`), status, seconds. */
  observe: (endpointId: string, status: number, seconds: number) => void
  metrics: Middleware
}>

/** The Koa application: everything of the interface that needs no socket. */
export function createApp(deps: Dependencies): Koa<State> {
  const { endpoints, admission, log, version, trustProxy, metrics } = deps
  // Of the addresses in X-Forwarded-For only the last one is the proxy's word; the others are the client's.
  const app = new Koa<State>({ proxy: trustProxy, maxIpsCount: 1 })
  app.on('error', (error) => log.warn({ err: error }, 'an answer could not be sent whole'))
  const router = mountEndpoints(endpoints, admission)
  app.use(logRequests(deps))
  app.use(answerProblems(log))
  if (trustProxy) app.use(requireHttps)
  app.use(serveDocs(openApiDocument(endpoints, version)))
  app.use(metrics)
  app.use(refuseUnknown(router))
  app.use(router.routes())
  return app
}

function logRequests({ log, observe }: Dependencies): Middleware<State> {
  return async (ctx, next) => {
    const start = performance.now()
    await next()
    const ms = performance.now() - start
    const { requestId, endpointId = 'none', admitted } = ctx.state
    observe(endpointId, ctx.status, ms / 1000)
    const userId = admitted?.actor.userId
    log.info(
      { requestId, endpointId, method: ctx.method, status: ctx.status, ms: Math.round(ms), userId },
      'request',
    )
  }
}

const requireHttps: Middleware = async (ctx, next) => {
  const forwarded = ctx.get('X-Forwarded-Proto').split(',')[0]?.trim().toLowerCase()
  if (forwarded !== 'https') throw new Problem('https_required')
  await next()
}

/** Unknown paths and wrong methods are judged before anybody's credential or quota. */
function refuseUnknown(router: Router<State>): Middleware<State> {
  return async (ctx, next) => {
    const { path, route } = router.match(ctx.path, ctx.method)
    if (!route) {
      const methods = [...new Set(path.flatMap((layer) => layer.methods))]
      if (methods.length === 0) throw new Problem('path_not_found')
      ctx.set('Allow', methods.join(', '))
      throw new Problem('method_not_allowed')
    }
    await next()
  }
}

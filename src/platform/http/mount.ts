import { MIMEType } from 'node:util'
import type { Router, RouterContext, RouterMiddleware } from '@koa/router'
import { Problem } from '../problems.ts'
import { admit, disconnectSignal } from './admit.ts'
import { authenticate, type Guards } from './authentication.ts'
import type { Context, State } from './context.ts'
import {
  ANY_TYPE,
  Answer,
  type BodyStream,
  type Call,
  type Encoding,
  type Endpoint,
  type RequestHeaders,
} from './endpoint.ts'
import { idempotencyOf } from './idempotency.ts'
import { inputReader, type InputReader } from './input.ts'
import type { Route } from './route.ts'
import { browserIn } from './session-cookie.ts'
import { isEncoded, NO_BODY, readJson, REQUEST_LIMITS, type JsonBody } from './json-body.ts'
import { encoded, setBody } from './response-body.ts'

/** The path prefix of version 1 of the API. */
export const BASE_PATH = '/api/v1'

/** Mounts declared endpoints: authenticate → scope → quota → admit → read → validate → wait for a turn → handle → encode the response. */
export function mountEndpoints(
  router: Router<State>,
  endpoints: readonly Endpoint[],
  guards: Guards,
): Router<State> {
  for (const endpoint of endpoints) {
    router.register(`${BASE_PATH}${endpoint.path}`, [endpoint.method], handler(endpoint, guards))
  }
  return router
}

/** Mounts the routes of other protocols. */
export function mountRoutes(router: Router<State>, routes: readonly Route[]): Router<State> {
  for (const { id, path, methods, handle } of routes) {
    router.register(path, [...methods], async (ctx) => {
      ctx.state.endpointId = id
      await handle(ctx)
    })
  }
  return router
}

function handler(endpoint: Endpoint, guards: Guards): RouterMiddleware<State> {
  const inputOf = inputReader(endpoint)
  return async (ctx) => {
    ctx.state.endpointId = endpoint.id
    const signal = disconnectSignal(ctx)
    if (endpoint.access === 'public') {
      await respond(ctx, endpoint, inputOf, signal, (work) => work())
      return
    }
    const authenticated = await authenticate(ctx, { ...endpoint, audience: 'api' }, guards.authenticator)
    ctx.state.authenticated = authenticated
    // What has limits of its own may take minutes, during which other requests of the account must not wait.
    const inTurn: InTurn = (work) =>
      endpoint.limits === undefined ? guards.turns.run(authenticated.actor.userId, work) : work()
    await admit(ctx, { endpoint, authenticated, signal }, guards, async () =>
      respond(ctx, endpoint, inputOf, signal, inTurn),
    )
  }
}

/** Runs the work of a request when it is the turn of its account. */
type InTurn = (work: () => Promise<void>) => Promise<void>

async function respond(
  ctx: RouterContext<State>,
  endpoint: Endpoint,
  inputOf: InputReader,
  signal: AbortSignal,
  inTurn: InTurn,
): Promise<void> {
  const { bodyBytes, publicBodyBytes } = REQUEST_LIMITS
  const most = endpoint.access === 'public' ? publicBodyBytes : bodyBytes
  const body = endpoint.body === undefined ? NO_BODY : await readJson(ctx, most)
  const stream = endpoint.stream.length > 0 ? streamOf(ctx, endpoint.stream) : undefined
  const { params, query } = ctx
  const input = inputOf({ params, query: { ...query }, body: body.value })
  const call = { ...input, ...callerOf(ctx, endpoint, body), stream, signal }
  // `actor` and `quota` are missing for a public endpoint, `stream` where none is declared: such handlers do not use them.
  await inTurn(async () =>
    send(ctx, endpoint, await endpoint.handle({ ...call, failed: ctx.state.failed } as Call)),
  )
}

function anyType(ctx: Context): string {
  try {
    return String(new MIMEType(ctx.get('Content-Type')))
  } catch {
    return 'application/octet-stream'
  }
}

/** @throws Problem `unsupported_media_type` */
function streamOf(ctx: Context, types: readonly string[]): BodyStream {
  const mediaType = types.includes(ANY_TYPE) ? anyType(ctx) : ctx.request.is([...types])
  if (isEncoded(ctx) || typeof mediaType !== 'string') throw new Problem('unsupported_media_type')
  const { length } = ctx.request
  return { mediaType, length, disposition: ctx.get('Content-Disposition') || undefined, content: ctx.req }
}

function callerOf(ctx: Context, { retrySafe }: Endpoint, { text }: JsonBody) {
  const { authenticated } = ctx.state
  const actor = authenticated && {
    ...authenticated.actor,
    idempotency: retrySafe ? idempotencyOf(ctx, authenticated, text) : undefined,
  }
  const headers = {
    ...clientOf(ctx),
    // Also one that names no ETag: it was meant as a condition.
    ifMatch: ctx.request.headers['if-match'],
    ifNoneMatch: ctx.get('If-None-Match') || undefined,
    // Defined for GET alone (RFC 9110, section 14.2).
    range: (ctx.method === 'GET' && ctx.get('Range')) || undefined,
    ifRange: ctx.get('If-Range') || undefined,
    encoding: encodingFor(ctx),
    wantsEvents: ctx.accepts('json', 'text/event-stream') === 'text/event-stream',
    url: ctx.url,
  } satisfies RequestHeaders
  return { actor, quota: authenticated?.quota, headers }
}

/** Who sent a request, whichever protocol it speaks. */
export function clientOf(ctx: Context): Pick<RequestHeaders, 'userAgent' | 'address' | 'browser'> {
  return {
    userAgent: ctx.get('User-Agent') || undefined,
    address: ctx.ip,
    browser: browserIn(ctx.get('Cookie')),
  }
}

/** Zstandard wherever it is accepted: most clients rate all that they accept equally. */
function encodingFor(ctx: Context): Encoding {
  const accepted = ctx.acceptsEncodings('zstd') || ctx.acceptsEncodings('gzip', 'identity')
  return accepted === 'zstd' || accepted === 'gzip' ? accepted : 'identity'
}

async function send(ctx: Context, { success }: Endpoint, result: unknown): Promise<void> {
  const answer = result instanceof Answer ? result : new Answer({ body: result })
  const { body: schema } = success
  // Validated before any header is set: a response that violates its schema must not set a cookie.
  const body =
    schema !== undefined && answer.body !== undefined ? await encoded(schema, answer.body) : undefined
  ctx.set('Cache-Control', 'private, no-cache')
  ctx.set(answer.headers)
  ctx.status = answer.status ?? success.status
  if (answer.stream !== undefined) ctx.body = answer.stream
  else if (body !== undefined) {
    ctx.type = 'json'
    setBody(ctx, body)
  } else if (ctx.status !== 200) ctx.body = null
}

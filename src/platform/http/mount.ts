import type { Readable } from 'node:stream'
import { Router, type RouterMiddleware } from '@koa/router'
import bodyParser from 'koa-bodyparser'
import { z } from 'zod'
import type { Admission } from '../admission/admission.ts'
import { Problem } from '../problems.ts'
import { authenticate } from './authentication.ts'
import type { Context, State } from './context.ts'
import { Answer, type BodyStream, type Call, type Endpoint } from './endpoint.ts'
import { onceOf } from './idempotency.ts'
import { parseAll } from './validation.ts'

/** Where version 1 of the interface lives. */
export const BASE_PATH = '/api/v1'

/** Mounts declared endpoints: authenticate → scope → quota → read → validate → handle → strip the reply. */
export function mountEndpoints(endpoints: readonly Endpoint[], admission: Admission): Router<State> {
  const router = new Router<State>({ prefix: BASE_PATH })
  for (const endpoint of endpoints) {
    router.register(endpoint.path, [endpoint.method], handler(endpoint, admission))
  }
  return router
}

function handler(endpoint: Endpoint, admission: Admission): RouterMiddleware<State> {
  return async (ctx) => {
    ctx.state.endpointId = endpoint.id
    const signal = presenceOf(ctx)
    if (endpoint.access !== 'public') {
      ctx.state.admitted = await authenticate(ctx, endpoint, admission)
    }
    if (endpoint.body !== undefined) await readJson(ctx)
    const stream = endpoint.stream.length > 0 ? streamOf(ctx, endpoint.stream) : undefined
    try {
      const call = { ...callOf(ctx, endpoint), stream, signal, failed: ctx.state.failed }
      send(ctx, endpoint, await endpoint.handle(call as unknown as Call<never, never, never>))
    } finally {
      // What nobody has read is let through and dropped, or the connection would stand still.
      stream?.content.resume()
    }
  }
}

/** Aborted when the client closes the connection before it has the answer. */
function presenceOf(ctx: Context): AbortSignal {
  const left = new AbortController()
  if (ctx.res.destroyed) left.abort()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) left.abort()
  })
  return left.signal
}

/** @throws Problem `unsupported_media_type` */
function streamOf(ctx: Context, types: readonly string[]): BodyStream {
  const isPlain = (ctx.request.headers['content-encoding'] ?? 'identity') === 'identity'
  const mediaType = ctx.request.is([...types])
  if (!isPlain || typeof mediaType !== 'string') throw new Problem('unsupported_media_type')
  return { mediaType, content: ctx.req }
}

/** The values in a path that are told of like the rest of the input. */
function judgedParams({ params }: Endpoint): z.ZodType {
  const judged = Object.entries(params).filter(([, { unknown }]) => unknown === undefined)
  return z.object(Object.fromEntries(judged.map(([name, { schema }]) => [name, schema])))
}

function callOf(
  ctx: Context & { params: Record<string, string> },
  endpoint: Endpoint,
): Omit<Call<unknown, unknown, unknown>, 'stream' | 'signal' | 'failed'> {
  const body = ctx.request.body
  const [query, parsedBody] = parseAll([
    { schema: endpoint.query, value: { ...ctx.query } },
    { schema: endpoint.body, value: body },
    { schema: judgedParams(endpoint), value: ctx.params },
  ])
  const params = Object.fromEntries(
    Object.entries(endpoint.params).map(([name, param]) => {
      const parsed = param.schema.safeParse(ctx.params[name])
      if (!parsed.success) throw new Problem(param.unknown ?? 'validation_error')
      return [name, parsed.data]
    }),
  )
  const headers = {
    ifMatch: ctx.get('If-Match') || undefined,
    ifNoneMatch: ctx.get('If-None-Match') || undefined,
    acceptsGzip: ctx.acceptsEncodings('gzip', 'identity') === 'gzip',
    wantsEvents: ctx.accepts('json', 'text/event-stream') === 'text/event-stream',
    url: ctx.url,
    userAgent: ctx.get('User-Agent') || undefined,
    address: ctx.ip,
  }
  const admitted = ctx.state.admitted
  const actor = admitted && {
    ...admitted.actor,
    once: endpoint.retrySafe ? onceOf(ctx, admitted) : undefined,
  }
  return { actor, quota: admitted?.quota, params, query, body: parsedBody, headers } as Omit<
    Call<unknown, unknown, unknown>,
    'stream' | 'signal' | 'failed'
  >
}

const parseBody = bodyParser({
  enableTypes: ['json'],
  // Which types are JSON is decided before; one that the parser does not know would be dropped without a word.
  detectJSON: () => true,
  jsonLimit: '1mb',
  strict: false,
  // Of co-body, which the types do not know: `__proto__` is an unknown field like others.
  ...({ onProtoPoisoning: 'remove' } as object),
  onerror: (error, ctx) => {
    // What is left of the body is let through and dropped, or the connection would stand still.
    ctx.req.resume()
    const { status } = error as Error & { status?: number }
    if (status === 413) throw new Problem('payload_too_large')
    if (status === 415) throw new Problem('unsupported_media_type')
    throw new Problem('malformed_json')
  },
})

/** @throws Problem `unsupported_media_type`, `payload_too_large`, `malformed_json` */
async function readJson(ctx: Context): Promise<void> {
  const { headers } = ctx.request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) {
    ctx.request.body = {}
    return
  }
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity'
  if (!isPlain || !ctx.request.is('json', '+json')) throw new Problem('unsupported_media_type')
  const isUtf8 = watchUtf8(ctx.req)
  await parseBody(ctx as never, async () => undefined)
  if (!isUtf8()) throw new Problem('malformed_json')
}

/** Watches a body go by: the parser would put U+FFFD in the place of bytes that are not UTF-8. */
function watchUtf8(body: Readable): () => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let good = true
  const decode = (chunk?: Buffer): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      good = false
    }
  }
  body.on('data', decode)
  return () => {
    decode()
    return good
  }
}

function send(ctx: Context, { success }: Endpoint, result: unknown): void {
  const answer = result instanceof Answer ? result : new Answer({ body: result })
  const { body: schema } = success
  // Judged before anything is set: a reply that is not as declared must leave no trace, a cookie least of all.
  const body = schema !== undefined && answer.body !== undefined ? schema.parse(answer.body) : undefined
  ctx.set('Cache-Control', 'private, no-cache')
  ctx.set(answer.headers)
  ctx.status = answer.status ?? success.status
  if (answer.stream !== undefined) ctx.body = answer.stream
  else if (body !== undefined) ctx.body = body
  else if (ctx.status !== 200) ctx.body = null
}

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Idempotency, Scope } from '../../platform/auth/actor.ts'
import { invalid, Problem, type ProblemCode } from '../../platform/problems.ts'
import { admit, disconnectSignal } from '../../platform/http/admit.ts'
import { authenticate, requireCredential } from '../../platform/http/authentication.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { idempotencyFor } from '../../platform/http/idempotency.ts'
import { createInvoke, type Caller, type Invoke } from '../../platform/http/invoke.ts'
import { readJson } from '../../platform/http/json-body.ts'
import { clientOf } from '../../platform/http/mount.ts'
import type { Route, Serving } from '../../platform/http/route.ts'
import type { Session } from './server.ts'
import { idempotencyKeyIn, type ToolContext, type Tool } from './tool.ts'
import { toolOf } from './tools.ts'

const PATH = '/mcp'
/** Discovery, lists, prompts and notifications, which do not count towards the daily quota. */
const FREE =
  /^(?:initialize|server\/discover|ping|prompts\/get|subscriptions\/listen|notifications\/.*|(?:tools|prompts|resources|resources\/templates)\/list)$/
/** Requests that read ideas without a tool. */
const READING: ReadonlySet<unknown> = new Set(['resources/list', 'resources/read'])
/** Requests that call endpoints, which take turns by themselves. */
const CALLING: ReadonlySet<unknown> = new Set([...READING, 'tools/call'])
const LISTEN = 'mcp.listen'
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** One message of JSON-RPC, as far as it decides about admission. */
type Message = Readonly<{ method?: unknown; params?: Readonly<{ name?: unknown }> }>

/**
 * The Model Context Protocol over Streamable HTTP, for clients of revision 2026-07-28 and of those before, without sessions of
 * the server: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function assistantRoutes(
  endpoints: readonly Endpoint[],
  version: string,
  { publicUrl, guards }: Serving,
): Route[] {
  const invoke = createInvoke(endpoints, guards)
  return [
    {
      id: 'mcp',
      methods: ['POST'],
      path: PATH,
      async handle(ctx) {
        ctx.state.challenge = challengeOf(publicUrl, scopeNeeded(undefined))
        refuseForeign(ctx, publicUrl)
        // Before the message is read: a client without a credential must not fill the memory.
        await requireCredential(ctx, 'mcp', guards.authenticator)
        const { value, refusal } = await messageIn(ctx)
        const message = (value ?? {}) as Message
        const tool = message.method === 'tools/call' ? toolOf(message.params?.name) : undefined
        if (tool !== undefined) ctx.state.endpointId = `mcp.${tool.name}`
        if (message.method === 'subscriptions/listen') ctx.state.endpointId = LISTEN
        const scope = tool?.scope ?? (READING.has(message.method) ? 'ideas:read' : undefined)
        ctx.state.challenge = challengeOf(publicUrl, scopeNeeded(scope))
        const counted = !(typeof message.method === 'string' && FREE.test(message.method))
        const asked = { access: scope ?? 'credential', counted, audience: 'mcp' } as const
        const authenticated = await authenticate(ctx, asked, guards.authenticator)
        ctx.state.authenticated = authenticated
        if (refusal !== undefined) throw refusal
        const signal = disconnectSignal(ctx)
        const endpoint = { id: 'mcp', limits: undefined, counted }
        await admit(ctx, { endpoint, authenticated, signal }, guards, async () => {
          const session = sessionOf(ctx, { authenticated, client: clientOf(ctx), signal }, invoke, version)
          const work = async () => answer(ctx, value, signal, session)
          if (CALLING.has(message.method)) await work()
          else await guards.turns.run(authenticated.actor.userId, work)
        })
      },
    },
  ]
}

/** The message of a request, or why there is none, which is judged after the credential. */
async function messageIn(ctx: Context): Promise<Readonly<{ value?: unknown; refusal?: unknown }>> {
  try {
    const { value } = await readJson(ctx)
    return Array.isArray(value) ? { refusal: invalid('', 'must be one message, not a batch') } : { value }
  } catch (refusal) {
    return { refusal }
  }
}

/** The scopes that a challenge asks for. */
function scopeNeeded(scope: Scope | undefined): string {
  return scope === 'ideas:read' ? 'ideas:read' : 'ideas:read ideas:write'
}

/** The challenge of RFC 6750, 3, and RFC 9728, 5.1, from which a client finds out where to get a token. */
function challengeOf(publicUrl: string, scope: string): (code: ProblemCode) => string | undefined {
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${PATH}", scope="${scope}"`
  return (code) => {
    if (code === 'missing_credentials') return `Bearer ${metadata}`
    if (code === 'invalid_credentials') return `Bearer error="invalid_token", ${metadata}`
    if (code === 'insufficient_scope') return `Bearer error="insufficient_scope", ${metadata}`
    return undefined
  }
}

/** Protects against DNS rebinding and pages of other origins. @throws Problem `host_unknown`, `origin_refused` */
function refuseForeign(ctx: Context, publicUrl: string): void {
  const own = new URL(publicUrl)
  const host = URL.canParse(`https://${ctx.host}`) ? new URL(`https://${ctx.host}`).hostname : ''
  if (host !== own.hostname && !LOOPBACK.has(host)) throw new Problem('host_unknown')
  const origin = ctx.get('Origin')
  if (origin !== '' && origin !== own.origin && origin !== `https://${ctx.host}`)
    throw new Problem('origin_refused')
}

function sessionOf(ctx: Context, caller: Caller, invoke: Invoke, version: string): Session {
  const { actor } = caller.authenticated
  const idempotencyOf = (tool: Tool, args: unknown): Idempotency | undefined => {
    const given = idempotencyKeyIn(args)
    if (given === undefined) return undefined
    return idempotencyFor({
      given,
      scope: [actor.userId, 'tools/call', tool.name],
      request: [JSON.stringify(args)],
    })
  }
  return {
    version,
    scopes: actor.scopes,
    problemOf: ctx.state.problemOf,
    contextFor(tool, args, progress): ToolContext {
      const idempotency = tool?.scope === 'ideas:write' ? idempotencyOf(tool, args) : undefined
      return {
        async call(endpoint, sent, schema) {
          const { body, headers } = await invoke(endpoint, caller, { ...sent, idempotency, progress })
          return { body: schema.parse(body), headers }
        },
      }
    },
  }
}

/** Lets the protocol's server answer, and passes its answer on. */
async function answer(ctx: Context, message: unknown, signal: AbortSignal, session: Session): Promise<void> {
  const headers = Object.entries(ctx.headers).filter(([name]) => !WITHHELD.has(name))
  const request = new Request(ctx.href, {
    method: ctx.method,
    headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
    signal,
  })
  // The protocol's library takes 8 MB: it is loaded at the first use.
  const { createHandler } = await import('./server.ts')
  const handler = createHandler(session)
  const response = await handler.fetch(request, message === undefined ? {} : { parsedBody: message })
  // Nothing here announces changes: a subscription is acknowledged and ends.
  if (ctx.state.endpointId === LISTEN) await handler.close()
  // Null is nothing at all, which a notification is answered with; by default Koa would send the words of the status.
  ctx.body = response.body && Readable.fromWeb(response.body as ReadableStream)
  ctx.status = response.status
  for (const [name, value] of response.headers) ctx.set(name, value)
  ctx.set('Cache-Control', 'no-store')
}

/** Credentials are not the business of the protocol's server. */
const WITHHELD: ReadonlySet<string> = new Set(['authorization', 'cookie', 'x-api-key'])

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { Agent, request, type Dispatcher } from 'undici'
import { z } from 'zod'
import { CliError, EXIT } from './errors.ts'
import { refusal } from './refusal.ts'

/** The URL of the service, at most one credential, and an additional trusted certificate in PEM. */
export type Connection = Readonly<{
  url: string
  ca: string | undefined
  apiKey?: string
  session?: string
}>

/** Parameters of a query string. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>
/** One request below `/api/v1`. */
export type Call = Readonly<{
  query?: Query
  body?: unknown
  /** A streamed body, opened again for each attempt. */
  upload?: Readonly<{ type: string; open: () => Readable }>
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** False for a request that must not be retried, because its response contains a secret. */
  repeatable?: boolean
}>
type Header = (name: string) => string | undefined
/** What a successful response says: as it came, or validated by a schema. */
type Answer = Readonly<{ body: unknown; as: <T>(schema: z.ZodType<T>) => T }>
/** A successful response. */
export type Reply = Answer & Readonly<{ header: Header }>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const RETRIES = 2
const LONGEST_WAIT_SECONDS = 5
/** Longer than the generation of a specification, for which providers have a minute. */
const TIMEOUT_MS = 90_000
/** The service processes a whole upload before it answers. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000
const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** A client of the REST API; error responses are thrown as {@link ApiError}. */
export type ApiClient = ReturnType<typeof createApiClient>

/** Creates a client, which keeps connections open until it is disposed. */
export function createApiClient({ url, apiKey, session, ca }: Connection) {
  const credential: Record<string, string> = {
    ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
    ...(session === undefined ? {} : { Authorization: `Bearer ${session}` }),
  }
  const connect = { timeout: 10_000, ...(ca === undefined ? {} : { ca: [...getCACertificates(), ca] }) }
  const dispatcher = new Agent({ connect, headersTimeout: UPLOAD_TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })

  const once = async (method: Method, path: string, call: Call, key: string | undefined) => {
    const { query = {}, body, upload, headers, signal } = call
    const type = upload?.type ?? (body === undefined ? undefined : 'application/json')
    return request(`${url}/api/v1${path}`, {
      method,
      dispatcher,
      query,
      headers: {
        ...credential,
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...headers,
      },
      body: upload?.open() ?? (body === undefined ? null : JSON.stringify(body)),
      headersTimeout: upload === undefined ? TIMEOUT_MS : UPLOAD_TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    })
  }

  /** Retries lost connections, and 503s with a short Retry-After; an idempotency key makes repeated writes safe. */
  const send = async (method: Method, path: string, call: Call): Promise<Dispatcher.ResponseData> => {
    const writes = method === 'POST' || method === 'PATCH'
    const key = writes && call.upload === undefined ? randomUUID() : undefined
    const retries = call.repeatable === false ? 0 : RETRIES
    for (let attempt = 0; ; attempt += 1) {
      const reply = await once(method, path, call, key).catch((error: unknown) => {
        if (attempt < retries && CONNECTION_LOST.has(codeOf(error))) return undefined
        throw connectionError(url, error)
      })
      if (reply !== undefined && reply.statusCode < 300) return reply
      // An attempt before, whose answer was lost or 503, has deleted it.
      if (reply?.statusCode === 404 && method === 'DELETE' && attempt > 0) return reply
      const wait = reply === undefined ? 0.3 * (attempt + 1) : Number(reply.headers['retry-after'])
      const again = reply === undefined || (reply.statusCode === 503 && wait <= LONGEST_WAIT_SECONDS)
      if (reply !== undefined && (!again || attempt === retries)) throw await refused(reply)
      await reply?.body.dump()
      await sleep(wait * 1000)
    }
  }

  const ask = async (method: Method, path: string, call: Call = {}): Promise<Reply> => {
    const reply = await send(method, path, call)
    const content = await text(reply.body).catch((error: unknown) => {
      throw connectionError(url, error)
    })
    return { ...answerOf(url, parseJson(content)), header: headersOf(reply) }
  }

  return {
    url,
    get: async (path: string, query: Query = {}) => ask('GET', path, { query }),
    post: async (path: string, call?: Call) => ask('POST', path, call),
    put: async (path: string, call?: Call) => ask('PUT', path, call),
    patch: async (path: string, call?: Call) => ask('PATCH', path, call),
    delete: async (path: string) => ask('DELETE', path),
    /** Returns the response as a stream, which the caller must consume. */
    async stream(
      method: 'GET' | 'POST',
      path: string,
      call: Call = {},
    ): Promise<Readonly<{ body: Readable; header: Header }>> {
      const reply = await send(method, path, call)
      return { body: reply.body, header: headersOf(reply) }
    },
    [Symbol.asyncDispose]: async (): Promise<void> => dispatcher.destroy(),
  }
}

function answerOf(url: string, body: unknown): Answer {
  return {
    body,
    as(schema) {
      const parsed = schema.safeParse(body)
      if (parsed.success) return parsed.data
      throw new CliError(`${url} gave an answer that this version does not understand`)
    },
  }
}

const PAGE = 100

/** Gets all pages of a list, as its `Link` headers (RFC 8288) lead from one to the next. */
export async function allPages(client: ApiClient, path: string, query: Query = {}): Promise<Answer> {
  const items: unknown[] = []
  let asked: Query = { ...query, limit: PAGE }
  for (;;) {
    const reply = await client.get(path, asked)
    items.push(...reply.as(z.array(z.unknown())))
    const next = /<(?<target>[^>]*)>; rel="next"/.exec(reply.header('link') ?? '')?.groups?.['target']
    if (next === undefined) return answerOf(client.url, items)
    asked = queryOf(new URL(next, client.url).searchParams)
  }
}

function queryOf(params: URLSearchParams): Query {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))
}

function connectionError(url: string, error: unknown): CliError {
  // The file that is uploaded cannot be read.
  if (error instanceof CliError) return error
  const code = codeOf(error)
  const { name, message } = error as Error
  if (name === 'AbortError') return new CliError('interrupted', EXIT.interrupted)
  const untrusted = /SELF_SIGNED|SIGNATURE|ISSUER|CERT_|ALTNAME/.test(code)
  const text = untrusted
    ? `${url} shows a certificate that is not trusted (${code}): sign in with --ca-cert FILE`
    : `${url} cannot be reached (${code || message}): is the service running there?`
  return new CliError(text, EXIT.unreachable, { cause: error })
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause === undefined ? '' : codeOf(cause)
}

async function refused(reply: Dispatcher.ResponseData): Promise<CliError> {
  const body = parseJson(await text(reply.body).catch(() => ''))
  return refusal({ status: reply.statusCode, header: headersOf(reply), body })
}

function headersOf({ headers }: Dispatcher.ResponseData): Header {
  return (name) => [headers[name] ?? []].flat().join(', ') || undefined
}

function parseJson(content: string): unknown {
  try {
    return content === '' ? undefined : JSON.parse(content)
  } catch {
    return content
  }
}

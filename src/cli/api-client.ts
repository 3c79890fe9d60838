import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { Agent, request, type Dispatcher } from 'undici'
import type { z } from 'zod'
import { CliError, EXIT } from './errors.ts'
import { refusal } from './refusal.ts'

/** Where the service is, who asks (nobody without a credential), and a certificate to trust besides the usual ones, in PEM. */
export type Connection = Readonly<{
  url: string
  ca: string | undefined
  apiKey?: string
  session?: string
}>

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
/** One request below `/api/v1`. */
export type Call = Readonly<{
  query?: Query
  body?: unknown
  /** A body that is made anew for each try. */
  upload?: Readonly<{ type: string; open: () => Readable }>
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** False: it makes a secret, or does something else that is not done once only when it is sent again. */
  repeatable?: boolean
}>
/** An answer that is a success. */
export type Reply<T> = Readonly<{ body: T; header: (name: string) => string | undefined }>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const RETRIES = 2
const LONGEST_WAIT_SECONDS = 5
/** Longer than a specification may take, which a provider is given a minute for. */
const TIMEOUT_MS = 90_000
/** Making sense of a large file takes the service its time. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000
const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** A client of the REST API. Every refusal is thrown as an ApiError. */
export function createRest({ url, apiKey, session, ca }: Connection) {
  const credential: Record<string, string> = {
    ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
    ...(session === undefined ? {} : { Authorization: `Bearer ${session}` }),
  }
  const connect = { timeout: 10_000, ...(ca === undefined ? {} : { ca: [...getCACertificates(), ca] }) }
  const dispatcher = new Agent({ connect, headersTimeout: UPLOAD_TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })

  const once = async (method: Method, path: string, call: Call, key: string | undefined) => {
    const { query = {}, body, upload, headers = {}, signal } = call
    const type = upload?.type ?? (body === undefined ? undefined : 'application/json')
    return request(`${url}/api/v1${path}${search(query)}`, {
      method,
      dispatcher,
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

  /** Repeats what got lost: each write carries a key by which the service knows that it has done it already. */
  const answer = async (method: Method, path: string, call: Call): Promise<Dispatcher.ResponseData> => {
    const writes = method === 'POST' || method === 'PATCH'
    const key = writes && call.upload === undefined ? randomUUID() : undefined
    const retries = call.repeatable === false ? 0 : RETRIES
    for (let attempt = 0; ; attempt += 1) {
      const reply = await once(method, path, call, key).catch((error: unknown) => {
        if (attempt < retries && LOST.has(codeOf(error))) return undefined
        throw connectionError(url, error)
      })
      if (reply !== undefined && reply.statusCode < 300) return reply
      if (reply?.statusCode === 404 && method === 'DELETE' && attempt > 0) return reply
      const wait = reply === undefined ? 0.3 * (attempt + 1) : Number(reply.headers['retry-after'])
      const again = reply === undefined || (reply.statusCode === 503 && wait <= LONGEST_WAIT_SECONDS)
      if (reply !== undefined && (!again || attempt === retries)) throw await refused(reply)
      await reply?.body.dump()
      await sleep(wait * 1000)
    }
  }

  const send = async <T>(
    method: Method,
    path: string,
    schema: z.ZodType<T>,
    call: Call = {},
  ): Promise<Reply<T>> => {
    const reply = await answer(method, path, call)
    const content = await text(reply.body).catch((error: unknown) => {
      throw connectionError(url, error)
    })
    const parsed = schema.safeParse(parseJson(content))
    if (!parsed.success) throw new CliError(`${url} gave an answer that this version does not understand`)
    return { body: parsed.data, header: (name) => headerOf(reply, name) }
  }

  return {
    url,
    get: async <T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<T> =>
      (await send('GET', path, schema, query === undefined ? {} : { query })).body,
    post: async <T>(path: string, schema: z.ZodType<T>, call?: Call): Promise<T> =>
      (await send('POST', path, schema, call)).body,
    put: async <T>(path: string, schema: z.ZodType<T>, call?: Call): Promise<T> =>
      (await send('PUT', path, schema, call)).body,
    send,
    /** Deletes; that it is gone already after a lost answer is a success, too. */
    async remove(path: string): Promise<void> {
      await (await answer('DELETE', path, {})).body.dump()
    },
    /** An answer as it comes; the caller reads it to its end. */
    async stream(method: Method, path: string, call: Call = {}): Promise<Reply<Readable>> {
      const reply = await answer(method, path, call)
      return { body: reply.body, header: (name) => headerOf(reply, name) }
    },
    close: async (): Promise<void> => dispatcher.destroy(),
  }
}
export type Rest = ReturnType<typeof createRest>

/** The line for a connection that failed. */
export function connectionError(url: string, error: unknown): CliError {
  const code = codeOf(error)
  const { name, message } = error as Error
  if (name === 'AbortError') return new CliError('interrupted', EXIT.interrupted)
  if (/SELF_SIGNED|SIGNATURE|ISSUER|CERT_|ALTNAME/.test(code)) {
    return new CliError(
      `${url} shows a certificate that is not trusted (${code}): sign in with --ca-cert FILE`,
      EXIT.unreachable,
    )
  }
  const reason = code === '' ? message : code
  return new CliError(
    `${url} cannot be reached (${reason}): is the service running there?`,
    EXIT.unreachable,
    {
      cause: error,
    },
  )
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause === undefined ? '' : codeOf(cause)
}

async function refused(reply: Dispatcher.ResponseData): Promise<CliError> {
  const body = parseJson(await text(reply.body).catch(() => ''))
  return refusal({ status: reply.statusCode, header: (name) => headerOf(reply, name), body })
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function parseJson(content: string): unknown {
  try {
    return content === '' ? undefined : JSON.parse(content)
  } catch {
    return content
  }
}

function search(query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (one !== undefined) params.append(name, String(one))
    }
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

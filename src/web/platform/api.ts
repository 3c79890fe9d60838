import { ApiError, type ErrorBody } from './api-error.ts'
import type { Input, Result, Route } from './api-types.ts'
import { fromNow } from './amounts.ts'
import { connection } from './connection.ts'
import { session, signedInAgain } from './session.ts'

/** An answer with its ETag, for a later `If-Match`. */
export type Reply<R extends Route> = Readonly<{ body: Result<R>; etag: string | null; total: number | null }>

/** `known` is an earlier answer, which is returned again if it is still true. */
type Options<R extends Route> = Readonly<{
  ifMatch?: string
  signal?: AbortSignal
  known?: Reply<R> | undefined
  /** Whether what was changed before is sent first, {@link beforeEachWrite}; by default of all that changes something. */
  flushes?: boolean
}>
const UNREACHABLE = 'The service cannot be reached. What you typed is kept; try again.'
const LOST = 'The answer was lost. Look whether it was done before you try again.'
type Sent = Readonly<{ params?: object; query?: object; body?: unknown }>

/** How often a request is sent in all that is not answered, or with 429 or 503. */
const TRIES = 4
const LONGEST_WAIT_S = 30
/** What is not sent again when its answer was lost: that may hold a secret which was shown to nobody, or a password that is changed. */
const ONCE = /^\/user\/(?:api-keys|mcp-tokens|password)$/

/** Asks an endpoint, as {@link send} does. @throws ApiError */
export async function request<R extends Route>(
  route: R,
  input: Input<R>,
  options: Options<R> = {},
): Promise<Reply<R>> {
  const [method = '', path = ''] = route.split(' ')
  const { params, query, body } = input as Sent
  const headers = new Headers()
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch)
  if (options.flushes ?? method !== 'GET') await flushed()
  const init: RequestInit = { headers, ...(options.signal && { signal: options.signal }) }
  if (body !== undefined) init.body = JSON.stringify(body)
  const response = await send(method, `${filled(path, params)}${written(query)}`, init)
  const etag = response.headers.get('ETag')
  if (options.known !== undefined && etag !== null && options.known.etag === etag) {
    await response.body?.cancel()
    return options.known
  }
  const text = await response.text().catch((error: unknown) => {
    throw options.signal?.aborted === true ? error : new ApiError(0, { error: UNREACHABLE })
  })
  const total = response.headers.get('X-Total-Count')
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as Result<R>,
    etag,
    total: total === null ? null : Number(total),
  }
}

/** Like {@link request}, when only the body is of interest. */
export async function call<R extends Route>(route: R, input: Input<R>): Promise<Result<R>> {
  return (await request(route, input)).body
}

let flush = async (): Promise<void> => undefined

/** Has `work` done before each {@link request} that changes something is sent. */
export function beforeEachWrite(work: typeof flush): void {
  flush = work
}

/** @throws ApiError when the user has left meanwhile */
async function flushed(): Promise<void> {
  const was = session.peek()
  await flush()
  if (was !== 'nobody' && session.peek() === 'nobody')
    throw new ApiError(401, { error: 'You have signed out.' })
}

/**
 * Sends a request to the REST API: the one place that does. A POST or PATCH carries an Idempotency-Key, so that it is sent again
 * without harm when its answer was lost, as GET, PUT and DELETE are. Without a valid session it waits until the user has signed in again.
 * @throws ApiError
 */
export async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (method === 'POST' || method === 'PATCH') headers.set('Idempotency-Key', crypto.randomUUID())
  let isMaybeDone = false
  for (let tried = 1; ; tried += 1) {
    // A deletion or dismissal is sent also by a page that is being left; browsers bound the bodies of such requests.
    const keepalive = method !== 'GET' && init.body === undefined
    const sent = { ...init, method, headers, keepalive }
    const response = await fetch(`/api/v1${path}`, sent).catch((error: unknown) => {
      if (init.signal?.aborted === true) throw error
      return undefined
    })
    // What a deletion that is sent again does not find was deleted the first time; with an account also its session.
    const gone = path === '/user/me' ? 401 : 404
    const isGone = method === 'DELETE' && isMaybeDone && response?.status === gone
    if (response !== undefined && (response.ok || isGone)) {
      connection.good()
      return isGone ? new Response() : response
    }
    isMaybeDone ||= response === undefined || response.status === 503
    if (response?.status === 401 && !path.startsWith('/auth/')) {
      await signedInAgain(init.signal ?? undefined)
      continue
    }
    if (response === undefined && method === 'POST' && ONCE.test(path)) throw new ApiError(0, { error: LOST })
    const waits = response === undefined || response.status === 429 || response.status === 503
    const waitS = Number(response?.headers.get('Retry-After') ?? tried)
    if (!waits || tried >= TRIES || waitS > LONGEST_WAIT_S) throw await failure(response)
    await connection.waits(response === undefined ? 'away' : 'busy', waitS, init.signal ?? undefined)
  }
}

async function failure(response: Response | undefined): Promise<ApiError> {
  if (response === undefined) return new ApiError(0, { error: UNREACHABLE })
  connection.good()
  const body: unknown = await response.json().catch(() => undefined)
  const isError = typeof body === 'object' && body !== null && 'error' in body
  const said = isError ? (body as ErrorBody) : { error: `Error ${response.status}` }
  const waitS = Number(response.headers.get('Retry-After'))
  const error = waitS > 0 ? `${said.error}. Try again ${fromNow(waitS * 1_000)}` : said.error
  return new ApiError(response.status, { ...said, error })
}

function filled(path: string, params: object = {}): string {
  const values = new Map(Object.entries(params))
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

function written(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== '') search.append(name, String(one))
  }
  return search.size === 0 ? '' : `?${search}`
}

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { SPEECH, type FakeName, type Speech } from './provider-speech.ts'

/** The behaviour of a provider for a request. */
export type ProviderBehaviour =
  | 'success'
  /** The provider's response to an invalid key. */
  | 'bad-key'
  | 'hang'
  /** Holds the request until it is released, then succeeds. */
  | 'hold'
  /** An endless response of single bytes, also when streamed. */
  | 'drip'
  /** An endless stream of pieces of text. */
  | 'babble'
  /** A stream that breaks after the first piece of text. */
  | 'break-off'
  | 'malformed'
  /** JSON of another shape. */
  | 'other-json'
  /** An HTML page, as from a proxy or captive portal. */
  | 'html'
  /** A truncated answer. */
  | 'cut-off'
  | 'refusal'
  /** A stream that ends with a rate-limit error. */
  | 'limited-midway'
  /** A proxy's refusal: 403 with an HTML page. */
  | 'forbidden-page'
  /** An error with the provider's usual body, or with `body`. */
  | Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body?: unknown }>

/** A received request. */
export type ProviderRequest = Readonly<{
  provider: FakeName
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}>

const DRIP_MS = 50

/** The key of a request. */
export function keyIn({ headers }: ProviderRequest): string {
  const sent = headers['x-api-key'] ?? headers.authorization ?? headers['x-goog-api-key']
  return String(sent).replace(/^Bearer /, '')
}

/** Answers a request with a behaviour; `says` is the answer to a prompt. */
export function answer(
  response: ServerResponse,
  request: ProviderRequest,
  behaviour: ProviderBehaviour,
  says: string,
): void {
  if (behaviour === 'hang') return
  if (behaviour === 'bad-key') return refuse(response, request, request.provider === 'provider_c' ? 400 : 401)
  if (typeof behaviour === 'object' && behaviour.body !== undefined)
    return send(response, behaviour.body, behaviour.status)
  if (typeof behaviour === 'object') return refuse(response, request, behaviour.status, behaviour.headers)
  if (behaviour === 'html') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Please sign in</html>')
    return
  }
  if (behaviour === 'forbidden-page') {
    response.writeHead(403, { 'Content-Type': 'text/html' }).end('<html>Forbidden</html>')
    return
  }
  if (behaviour === 'other-json') return send(response, { hello: ['world'] })
  const isEvents = isStreamed(request)
  if (behaviour === 'drip' || behaviour === 'malformed' || isEvents) {
    response.writeHead(200, { 'Content-Type': isEvents ? 'text/event-stream' : 'application/json' })
  }
  if (behaviour === 'drip') return drip(response, ' ')
  if (behaviour === 'malformed') {
    response.end(isEvents ? 'data: {"type": \n\n' : '{"half": ')
    return
  }
  if (request.method === 'GET') return send(response, modelsOf(request))
  if (behaviour === 'break-off' && !isEvents) {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.write('{"half": ', () => response.destroy())
    return
  }
  const spoken = SPEECH[request.provider]
  if (!isEvents) return send(response, spoken.whole(says, behaviour))
  speak(response, spoken, behaviour, says)
}

function drip(response: ServerResponse, piece: string): void {
  const dripping = setInterval(() => response.write(piece), DRIP_MS)
  response.once('close', () => clearInterval(dripping))
}

function speak(response: ServerResponse, { events, limit }: Speech, behaviour: string, says: string): void {
  const pieces = behaviour === 'refusal' ? [] : (says.match(/[\s\S]{1,40}/g) ?? [])
  const said = events(pieces, behaviour)
  const firstText = said.findIndex((one) => one.includes(JSON.stringify(pieces[0] ?? '')))
  if (behaviour === 'babble') {
    response.write(said.slice(0, firstText).join(''))
    return drip(response, said[firstText] ?? '')
  }
  if (behaviour === 'limited-midway') {
    response.end(`${said.slice(0, firstText + 1).join('')}${limit}`)
    return
  }
  if (behaviour === 'break-off') {
    response.write(said.slice(0, firstText + 1).join(''), () => response.destroy())
    return
  }
  response.end(said.join(''))
}

function isStreamed({ path, body }: ProviderRequest): boolean {
  return path.includes(':streamGenerateContent') || body.includes('"stream":true')
}

function send(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** An error like real ones, with secrets that must not leak. */
function refuse(
  response: ServerResponse,
  request: ProviderRequest,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { provider, body } = request
  const secret = `${keyIn(request)} ${body}`
  const reason = status === 400 ? 'API_KEY_INVALID' : 'OTHER'
  const bodies: Readonly<Record<FakeName, unknown>> = {
    provider_a: { type: 'error', error: { type: 'some_error', message: secret } },
    provider_b: { error: { message: secret, type: 'some_error', code: 'some_code', param: null } },
    provider_c: {
      error: {
        code: status,
        message: secret,
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }],
      },
    },
  }
  send(response, bodies[provider], status, headers)
}

/** Echoes the key, which must not appear in any response. */
function modelsOf(request: ProviderRequest): unknown {
  const id = `m-${keyIn(request)}`
  const lists: Readonly<Record<FakeName, unknown>> = {
    provider_a: {
      data: [{ id, type: 'model', display_name: 'M', created_at: '2026-01-01T00:00:00Z' }],
      has_more: false,
    },
    provider_b: { object: 'list', data: [{ id, object: 'model', created: 1, owned_by: 'x' }] },
    provider_c: { models: [{ name: `models/${id}` }] },
  }
  return lists[request.provider]
}

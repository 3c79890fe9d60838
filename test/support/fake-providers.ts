import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listening } from './listening.ts'
import { SPEECH, type FakeName, type Speech } from './provider-speech.ts'

/** What a provider does with a request. */
export type ProviderBehaviour =
  | 'success'
  /** As each of them says that a key is bad. */
  | 'bad-key'
  | 'hang'
  /** A byte now and then, for ever; where it is streamed, too. */
  | 'drip'
  /** A piece of text now and then, for ever, where it is streamed. */
  | 'babble'
  /** The first piece of text, and then the connection breaks. */
  | 'break-off'
  | 'malformed'
  /** JSON of another kind. */
  | 'other-json'
  /** A page for people, as proxies and portals have them. */
  | 'html'
  /** An answer that was cut off. */
  | 'cut-off'
  | 'refusal'
  /** An answer that breaks off by saying, in the middle of the stream, that the key is used too much. */
  | 'limited-midway'
  /** As a proxy on the way refuses: 403 with a page for people. */
  | 'forbidden-page'
  | Readonly<{ status: number; headers?: Readonly<Record<string, string>> }>

/** A request as a provider got it. */
export type ProviderRequest = Readonly<{
  provider: FakeName
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}>

/** The three providers on a port of their own. */
export type FakeProviders = Readonly<{
  /** The environment of a service that uses them. */
  env: Readonly<Record<string, string>>
  requests: readonly ProviderRequest[]
  /** What the next requests meet with, one each; the last one is for all that come after. */
  behave(...behaviours: readonly ProviderBehaviour[]): void
  /** What is answered to questions. */
  say(answer: string): void
  /** How many requests whose client has left. */
  left(): number
  /** Waits until so many requests have come, of all so far. */
  asked(count: number): Promise<void>
  /** Waits until so many clients have left. */
  abandoned(count: number): Promise<void>
  close(): Promise<void>
}>

const DRIP_MS = 50

/** Starts them; they succeed. */
export async function startFakeProviders(): Promise<FakeProviders> {
  const requests: ProviderRequest[] = []
  let behaviours: readonly ProviderBehaviour[] = ['success']
  let says = 'Hello.'
  let gone = 0
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) gone += 1
    })
    const take = async (): Promise<void> => {
      const { url = '', method = '', headers } = request
      const asked = { provider: providerOf(url), method, path: url, headers, body: await text(request) }
      const [behaviour = 'success', ...later] = behaviours
      if (later.length > 0) behaviours = later
      requests.push(asked)
      answer(response, asked, behaviour, says)
    }
    void take().catch(() => response.destroy())
  })
  const { origin, close } = await listening(server)
  return {
    env: {
      PROVIDER_A_BASE_URL: `${origin}/a`,
      PROVIDER_B_BASE_URL: `${origin}/b/v1`,
      PROVIDER_C_BASE_URL: `${origin}/c`,
    },
    requests,
    behave: (...next) => (behaviours = next),
    say: (next) => (says = next),
    left: () => gone,
    asked: async (count) => until(() => requests.length >= count),
    abandoned: async (count) => until(() => gone >= count),
    close,
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}

/** The key that a request came with. */
export function keyIn({ headers }: ProviderRequest): string {
  const sent = headers['x-api-key'] ?? headers.authorization ?? headers['x-goog-api-key']
  return String(sent).replace(/^Bearer /, '')
}

function providerOf(url: string): FakeName {
  return url.startsWith('/a/') ? 'provider_a' : url.startsWith('/b/') ? 'provider_b' : 'provider_c'
}

function answer(
  response: ServerResponse,
  request: ProviderRequest,
  behaviour: ProviderBehaviour,
  says: string,
): void {
  if (behaviour === 'hang') return
  if (behaviour === 'bad-key') return refuse(response, request, request.provider === 'provider_c' ? 400 : 401)
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

/** As real ones do, with what must not get anywhere. */
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

/** With the key in it, which no answer may show. */
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

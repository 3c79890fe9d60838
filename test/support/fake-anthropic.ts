import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

/** The behaviour of the API for a request. */
export type ClaudeBehaviour =
  | 'success'
  | 'hang'
  /** Headers and half a response, then nothing. */
  | 'half'
  | 'malformed'
  /** JSON that is not a message. */
  | 'other-json'
  /** A message whose text is not JSON. */
  | 'chatter'
  /** A message whose JSON does not match the schema. */
  | 'wrong-shape'
  | 'refusal'
  /** A truncated message. */
  | 'cut-off'
  | Readonly<{ status: number; headers?: Readonly<Record<string, string>> }>

/** A received request. */
export type ClaudeRequest = Readonly<{
  path: string
  headers: IncomingHttpHeaders
  body: Readonly<{
    model: string
    max_tokens: number
    system: string
    messages: readonly Readonly<{ role: string; content: string }>[]
    output_config: Readonly<{ format: Readonly<{ type: string; schema: Record<string, unknown> }> }>
  }>
}>

/** A fake of Anthropic's Messages API. */
export type FakeAnthropic = Readonly<{
  /** Its base URL, for ANTHROPIC_BASE_URL. */
  url: string
  /** All received requests, oldest first. */
  requests: readonly ClaudeRequest[]
  /** Sets the behaviour for the next requests, one each; the last one applies to all that follow. */
  behave(...behaviours: readonly ClaudeBehaviour[]): void
  /** Sets the answer to successful requests. */
  say(answer: unknown): void
  /** Holds requests until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}>

/** Starts a fake whose requests succeed. */
export async function startFakeAnthropic(): Promise<FakeAnthropic> {
  const requests: ClaudeRequest[] = []
  let behaviours: readonly ClaudeBehaviour[] = ['success']
  let says: unknown = {}
  let held: Promise<void> | undefined
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const body = JSON.parse(await text(request)) as ClaudeRequest['body']
      const asked = { path: request.url ?? '', headers: request.headers, body }
      requests.push(asked)
      const [behaviour = 'success', ...later] = behaviours
      if (later.length > 0) behaviours = later
      const said = says
      await held
      answer(response, asked, behaviour, said)
    }
    void take().catch(() => response.destroy())
  })
  const { origin, close } = await listening(server)
  return {
    url: origin,
    requests,
    behave: (...next) => (behaviours = next),
    say: (next) => (says = next),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    close,
  }
}

function answer(
  response: ServerResponse,
  { headers, body }: ClaudeRequest,
  behaviour: ClaudeBehaviour,
  says: unknown,
): void {
  if (behaviour === 'hang') return
  response.setHeader('Content-Type', 'application/json')
  if (typeof behaviour === 'object') {
    response.writeHead(behaviour.status, behaviour.headers)
    // Like real responses, with secrets that must not be logged.
    const message = `${String(headers.authorization)} ${body.messages[0]?.content ?? ''}`
    response.end(JSON.stringify({ type: 'error', error: { type: 'some_error', message } }))
    return
  }
  const whole = JSON.stringify(messageOf(body.model, behaviour, says))
  if (behaviour === 'half') response.write(whole.slice(0, whole.length / 2))
  else if (behaviour === 'malformed') response.end(whole.slice(0, -10))
  else if (behaviour === 'other-json') response.end(JSON.stringify({ echo: body.messages }))
  else response.end(whole)
}

const STOPS: Readonly<Record<string, string>> = { refusal: 'refusal', 'cut-off': 'max_tokens' }

function messageOf(model: string, behaviour: string, says: unknown) {
  const texts: Readonly<Record<string, string>> = {
    chatter: 'Sure! Here are some tags.',
    'wrong-shape': '{"tags": 7}',
    refusal: '',
  }
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'x' },
      { type: 'text', text: texts[behaviour] ?? JSON.stringify(says) },
    ],
    stop_reason: STOPS[behaviour] ?? 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

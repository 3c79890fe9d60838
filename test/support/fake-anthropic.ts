import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

/** What the API does with a request. */
export type ClaudeBehaviour =
  | 'success'
  | 'hang'
  /** Headers and half an answer, then nothing. */
  | 'half'
  | 'malformed'
  /** Something that is JSON, but no message. */
  | 'other-json'
  /** A message whose text is no JSON. */
  | 'chatter'
  /** A message whose JSON is something else. */
  | 'wrong-shape'
  | 'refusal'
  /** A message that was cut off. */
  | 'cut-off'
  | Readonly<{ status: number; headers?: Readonly<Record<string, string>> }>

/** A request as the API got it. */
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

/** Anthropic's Messages API on a port of its own. */
export type FakeAnthropic = Readonly<{
  /** Its base, as ANTHROPIC_BASE_URL wants it. */
  url: string
  /** All requests so far, oldest first. */
  requests: readonly ClaudeRequest[]
  /** What the next requests meet with, one each; the last one is for all that come after. */
  behave(...behaviours: readonly ClaudeBehaviour[]): void
  /** What the next requests are answered when they succeed. */
  say(answer: unknown): void
  /** Lets requests wait until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}>

/** Starts one, which succeeds. */
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
    // As real ones do, with what must not get into any log.
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

import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'
import { DIMENSIONS } from './server-data.ts'

/** The behaviour of the endpoint. */
export type Behaviour =
  | 'success'
  /** Success with the vectors in reverse order. */
  | 'reversed'
  | 'hang'
  /** Headers and half a response, then nothing. */
  | 'half'
  | 'malformed'
  /** JSON that is not a list of embeddings. */
  | 'other-json'
  /** One vector too few. */
  | 'too-few'
  /** Vectors of one dimension more than before. */
  | 'wrong-dimensions'
  | 'zero'
  /** A refusal, of all inputs or only of those with `word`. */
  | Readonly<{ status: number; headers?: Readonly<Record<string, string>>; word?: string }>

/** A received request. */
export type EmbeddingsRequest = Readonly<{
  path: string
  headers: IncomingHttpHeaders
  body: Readonly<{ model: string; input: readonly string[]; encoding_format?: string }>
}>

/** A fake embeddings endpoint with OpenAI's format. */
export type FakeEmbeddings = Readonly<{
  /** Its base URL, for EMBEDDINGS_URL. */
  url: string
  /** All received requests, oldest first. */
  requests: readonly EmbeddingsRequest[]
  /** The maximum number of concurrent requests. */
  mostAtOnce(): number
  behave(behaviour: Behaviour): void
  /** Holds requests until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}>

/** Starts a fake. Equal texts get equal vectors, texts with common words similar ones. */
export async function startFakeEmbeddings({
  dimensions = DIMENSIONS,
  delayMs = 0,
} = {}): Promise<FakeEmbeddings> {
  const requests: EmbeddingsRequest[] = []
  let behaviour: Behaviour = 'success'
  let atOnce = 0
  let most = 0
  let held: Promise<void> | undefined
  const server = createServer((request, response) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    response.once('close', () => (atOnce -= 1))
    const take = async (): Promise<void> => {
      const body = JSON.parse(await text(request)) as EmbeddingsRequest['body']
      const asked = { path: request.url ?? '', headers: request.headers, body }
      // Read when the request arrives, because a test may change it immediately afterwards.
      const met = behaviour
      requests.push(asked)
      await held
      setTimeout(() => answer(response, asked, met, dimensions), delayMs)
    }
    void take().catch(() => response.destroy())
  })
  const { origin, close } = await listening(server)
  return {
    url: `${origin}/v1`,
    requests,
    mostAtOnce: () => most,
    behave: (next) => (behaviour = next),
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
  { headers, body }: EmbeddingsRequest,
  behaviour: Behaviour,
  dimensions: number,
): void {
  if (behaviour === 'hang') return
  response.setHeader('Content-Type', 'application/json')
  if (typeof behaviour === 'object' && body.input.some((input) => input.includes(behaviour.word ?? ''))) {
    response.writeHead(behaviour.status, behaviour.headers)
    // Like real responses, with secrets that must not be logged.
    response.end(
      JSON.stringify({ error: { message: `${String(headers.authorization)} ${body.input.join()}` } }),
    )
    return
  }
  const size = behaviour === 'wrong-dimensions' ? dimensions + 1 : dimensions
  const data = body.input.map((input, index) => ({
    object: 'embedding',
    index,
    embedding: behaviour === 'zero' ? Array.from({ length: size }, () => 0) : vectorOf(input, size),
  }))
  if (behaviour === 'too-few') data.pop()
  if (behaviour === 'reversed') data.reverse()
  const whole = JSON.stringify({ object: 'list', data, model: body.model })
  if (behaviour === 'half') response.write(whole.slice(0, whole.length / 2))
  else if (behaviour === 'malformed') response.end(whole.slice(0, -10))
  else if (behaviour === 'other-json') response.end(JSON.stringify({ echo: body.input }))
  else response.end(whole)
}

/** A sum of one direction per word, with length 2, because not all endpoints normalise. */
function vectorOf(input: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of ['', ...input.toLowerCase().split(/[^\p{L}\p{N}]+/u)])
    for (const [index, byte] of directionOf(word).subarray(0, dimensions).entries())
      vector[index] = (vector[index] ?? 0) + (byte - 127.5) / 127.5
  const length = Math.hypot(...vector)
  return vector.map((value) => (value / length) * 2)
}

/** 64 bytes: in further dimensions the vectors are 0. */
function directionOf(word: string): Buffer {
  return Buffer.concat(
    [0, 1].map((block) =>
      createHash('sha256')
        .update(`${word} ${String(block)}`)
        .digest(),
    ),
  )
}

import { Semaphore } from 'async-mutex'
import type { Logger } from 'pino'
import { Agent, request } from 'undici'
import { EMBEDDING_LIMITS, EmbeddingsUnavailable, type Embedder } from './embedder.ts'
import { refusalOf, vectorsOf } from './endpoint-answer.ts'
import { withinEstimate } from './estimate.ts'
import { createModelProcess } from './model-process.ts'

/** An OpenAI-compatible embeddings endpoint; `url` is its base, with or without `/embeddings`. */
export type EndpointOptions = Readonly<{
  url: string
  model: string
  apiKey: string | undefined
  log: Logger
  /** How long a batch of passages may take. */
  passagesTimeoutMs?: number
}>

/** Inputs per request: parsing the answer's vectors holds the event loop for a few milliseconds. */
const BATCH = 32
/** Concurrent batches of passages: a search competes with no more of them at the endpoint. */
const MAX_CONCURRENT_BATCHES = 2
const MAX_ANSWER_BYTES = 16 * 1_024 * 1_024
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Embeds by an endpoint, texts as they are: no prefix of a model is known. undici rather than the `openai` package: one
 * small request needs no SDK, and here time-outs, redirects and what an error may say are our own.
 */
export function createEndpointEmbedder(options: EndpointOptions): Embedder {
  const { url, model: name, log, passagesTimeoutMs = 60_000 } = options
  const splitter = createModelProcess({ model: null, log })
  const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, maxResponseSize: MAX_ANSWER_BYTES })
  const closing = new AbortController()
  const semaphore = new Semaphore(MAX_CONCURRENT_BATCHES)
  const { address, identity } = addressOf(url)
  let dimensions: number | undefined

  const embed = async (inputs: readonly string[], timeoutMs: number): Promise<number[][]> => {
    if (closing.signal.aborted) throw new EmbeddingsUnavailable('Embeddings are shutting down')
    const text = await post({
      agent,
      address,
      body: { model: name, input: inputs, encoding_format: 'float' },
      apiKey: options.apiKey,
      timeoutMs,
      closing: closing.signal,
    })
    const vectors = vectorsOf(text, inputs.length, dimensions)
    dimensions ??= vectors[0]?.length
    return vectors
  }
  const one = async (input: string, timeoutMs: number): Promise<number[]> => {
    const [vector = []] = await embed([input], timeoutMs)
    return vector
  }

  return {
    identity: { name, url: identity },
    async model() {
      dimensions ??= (await one('dimensions', passagesTimeoutMs)).length
      return { name, url: identity, dimensions }
    },
    split: async (idea) => splitter.ask('split', idea),
    async embedPassages(inputs) {
      const vectors: number[][] = []
      for (let start = 0; start < inputs.length; start += BATCH) {
        const batch = inputs.slice(start, start + BATCH)
        vectors.push(...(await semaphore.runExclusive(async () => embed(batch, passagesTimeoutMs))))
      }
      return vectors
    },
    embedQuery: async (text) => one(withinEstimate(text), EMBEDDING_LIMITS.queryMs),
    async close() {
      closing.abort()
      await Promise.all([agent.destroy(), splitter.close()])
    },
  }
}

type Post = Readonly<{
  agent: Agent
  address: URL
  body: unknown
  apiKey: string | undefined
  timeoutMs: number
  closing: AbortSignal
}>

/** @throws EmbeddingsUnavailable unless the answer is a success in time */
async function post({ address, body, apiKey, agent, timeoutMs, closing }: Post): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await request(address, {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.any([timeout, closing]),
      headers: {
        'Content-Type': 'application/json',
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
    })
    if (answer.statusCode === 200) return await answer.body.text()
    // Awaited, so that the connection is free for the next request.
    await answer.body.dump()
    const retryAfter = answer.headers['retry-after']
    throw refusalOf(answer.statusCode, typeof retryAfter === 'string' ? retryAfter : undefined)
  } catch (error) {
    if (error instanceof EmbeddingsUnavailable) throw error
    if (closing.aborted) throw new EmbeddingsUnavailable('Embeddings are shutting down')
    if (timeout.aborted)
      throw new EmbeddingsUnavailable(`The embeddings endpoint did not answer within ${timeoutMs / 1_000} s`)
    throw new EmbeddingsUnavailable('The embeddings endpoint cannot be reached', { cause: error })
  }
}

/** Where to post to, and what the endpoint is told from others by: without a query, which may hold a secret. */
function addressOf(base: string): { address: URL; identity: string } {
  const address = new URL(base)
  const root = address.pathname.replace(/\/+$/, '').replace(/\/embeddings$/, '')
  address.pathname = `${root}/embeddings`
  address.hash = ''
  return { address, identity: address.origin + root }
}

/** The same for every way to write an endpoint's base. */
export function identityOf(base: string): string {
  return addressOf(base).identity
}

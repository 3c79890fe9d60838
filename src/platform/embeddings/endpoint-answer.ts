import { z } from 'zod'
import { retryAfterMs } from '../retry-after.ts'
import { EmbeddingsUnavailable } from './embedder.ts'
import { normalised } from './vectors.ts'

const Answer = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) })

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'did not accept the request (400)',
  401: 'did not accept EMBEDDINGS_API_KEY (401)',
  403: 'did not accept EMBEDDINGS_API_KEY (403)',
  404: 'is not at EMBEDDINGS_URL or does not know EMBEDDINGS_MODEL (404)',
  429: 'has had too many requests (429)',
}

/** The error for a status other than 200, as one sentence; it never quotes the answer, which may repeat key or input. */
export function refusalOf(status: number, retryAfter: string | undefined): EmbeddingsUnavailable {
  const redirect =
    status >= 300 && status < 400 ? `redirects elsewhere, which is not followed (${status})` : undefined
  const message = REFUSALS[status] ?? redirect ?? `answered ${status}`
  return new EmbeddingsUnavailable(`The embeddings endpoint ${message}`, {
    retryAfterMs: retryAfterMs(retryAfter),
  })
}

/**
 * The vectors of an answer in the order of its inputs, each of length 1.
 * @throws EmbeddingsUnavailable when it is not what was asked for
 */
export function vectorsOf(text: string, count: number, dimensions: number | undefined): number[][] {
  const data = [...dataOf(text)].sort((a, b) => a.index - b.index)
  if (data.length !== count || data.some(({ index }, place) => index !== place))
    throw new EmbeddingsUnavailable(
      `The embeddings endpoint answered ${data.length} vectors for ${count} inputs, or numbered them wrong`,
    )
  const expected = dimensions ?? data[0]?.embedding.length
  return data.map(({ embedding }) => {
    if (embedding.length !== expected)
      throw new EmbeddingsUnavailable(
        `The embeddings endpoint answered a vector of ${embedding.length} dimensions instead of ${expected}`,
      )
    const vector = normalised(embedding)
    if (vector.every((value) => value === 0))
      throw new EmbeddingsUnavailable('The embeddings endpoint answered a vector without a direction')
    return vector
  })
}

function dataOf(text: string): z.infer<typeof Answer>['data'] {
  try {
    return Answer.parse(JSON.parse(text)).data
  } catch {
    // Without the cause: what JSON.parse says has a piece of the text in it.
    throw new EmbeddingsUnavailable(
      'The embeddings endpoint answered something that is no list of embeddings',
    )
  }
}

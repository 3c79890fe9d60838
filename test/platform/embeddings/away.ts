import { expect } from 'chai'
import { EmbeddingsAway } from '../../src/embeddings/embedder.ts'

/** How work failed that must fail because embeddings are away. */
export async function away(work: Promise<unknown>): Promise<EmbeddingsAway> {
  const reason: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(reason).to.be.instanceOf(EmbeddingsAway)
  return reason as EmbeddingsAway
}

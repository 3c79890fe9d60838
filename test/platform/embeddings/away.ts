import { expect } from 'chai'
import { EmbeddingsUnavailable } from '../../../src/platform/embeddings/embedder.ts'

/** How work failed that must fail because embeddings are away. */
export async function away(work: Promise<unknown>): Promise<EmbeddingsUnavailable> {
  const reason: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(reason).to.be.instanceOf(EmbeddingsUnavailable)
  return reason as EmbeddingsUnavailable
}

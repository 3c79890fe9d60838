import type { Embedder, ModelIdentity } from '../embeddings/embedder.ts'

/** The embedder of the model that is set up, and those of former models that indexes still have. */
export function createEmbedders(configured: Embedder, makeFormer: (model: ModelIdentity) => Embedder) {
  const made = new Map([[keyOf(configured.identity), configured]])
  return {
    configured,
    of(model: ModelIdentity): Embedder {
      const key = keyOf(model)
      const embedder = made.get(key) ?? makeFormer(model)
      made.set(key, embedder)
      return embedder
    },
    async close(): Promise<void> {
      await Promise.all([...made.values()].map(async (embedder) => embedder.close()))
    },
  }
}
export type Embedders = ReturnType<typeof createEmbedders>

function keyOf({ name, url }: ModelIdentity): string {
  return JSON.stringify([name, url])
}

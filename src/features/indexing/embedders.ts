import type { Embedder, ModelIdentity } from '../../platform/embeddings/embedder.ts'

/** The embedder of the configured model, and those of former models that indexes still use. */
export function createEmbedders(configured: Embedder, makeFormer: (model: ModelIdentity) => Embedder) {
  const embedders = new Map([[keyOf(configured.identity), configured]])
  return {
    configured,
    of(model: ModelIdentity): Embedder {
      const key = keyOf(model)
      const embedder = embedders.get(key) ?? makeFormer(model)
      embedders.set(key, embedder)
      return embedder
    },
    async close(): Promise<void> {
      await Promise.all([...embedders.values()].map(async (embedder) => embedder.close()))
    },
  }
}
export type Embedders = ReturnType<typeof createEmbedders>

function keyOf({ name, url }: ModelIdentity): string {
  return JSON.stringify([name, url])
}

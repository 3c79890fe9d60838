import type { Embedder, EmbeddingModel } from '../embeddings/embedder.ts'

type Named = Pick<EmbeddingModel, 'name' | 'url'>

/** The embedder of the model that is set up, and those of models that indexes still have. */
export function createEmbedders(configured: Named, make: (model: Named) => Embedder) {
  const made = new Map<string, Embedder>()
  const of = ({ name, url }: Named): Embedder => {
    const key = JSON.stringify([name, url])
    const embedder = made.get(key) ?? make({ name, url })
    made.set(key, embedder)
    return embedder
  }
  return {
    of,
    configured: of(configured),
    async close(): Promise<void> {
      await Promise.all([...made.values()].map(async (embedder) => embedder.close()))
    },
  }
}
export type Embedders = ReturnType<typeof createEmbedders>

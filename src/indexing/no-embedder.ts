import { EmbeddingsAway, type Embedder } from '../embeddings/embedder.ts'

const away = async (): Promise<never> => {
  throw new EmbeddingsAway('no embedding model is set up')
}

/** Stands where no model is. */
export const noEmbedder: Embedder = {
  model: away,
  split: away,
  embedPassages: away,
  embedQuery: away,
  close: async () => undefined,
}

import {
  createEmbedder,
  createFormerEmbedder,
  type EmbeddingsConfig,
} from '../../platform/embeddings/create-embedder.ts'
import type { Platform } from '../../platform/platform.ts'
import { createEmbedders } from './embedders.ts'
import { createIndexing, slotsOf } from './indexing.ts'
import { createIndexStore, createOutboxStore } from './store.ts'

/** Background work: embeds ideas, then compares and tags them. */
export function createIndexingFeature({ graph, startQueue, log, clock }: Platform, config: EmbeddingsConfig) {
  const indexes = createIndexStore(graph)
  const embedders = createEmbedders(createEmbedder(config, log), (model) =>
    createFormerEmbedder(model, config, log),
  )
  const outbox = createOutboxStore(graph, clock)
  const indexing = createIndexing({
    outbox,
    indexes,
    startQueue,
    embedders,
    log,
    clock,
  })
  return {
    close: indexing.close,
    wake: indexing.wake,
    settled: indexing.settled,
    sweep: outbox.retryByItself,
    queryVectors: indexing.queryVectors,
    indexing,
    /** The slots of the live indexes, the one used for searches first. */
    slots: async () => slotsOf(await indexes.list()),
  }
}
export type IndexingFeature = ReturnType<typeof createIndexingFeature>

import type { Logger } from 'pino'
import { createAnthropic } from './anthropic/anthropic.ts'
import { composeAutoTags } from './compose-auto-tags.ts'
import { composeDetection } from './compose-detection.ts'
import type { Config } from './config.ts'
import type { DetectionDependencies } from './duplicates/detection.ts'
import { createEmbedder, createFormerEmbedder } from './embeddings/create-embedder.ts'
import type { Graph } from './graph/graph.ts'
import { createEmbedders } from './indexing/embedders.ts'
import { createIndexing, slotsOf } from './indexing/indexing.ts'
import { createIndexStore, createOutboxStore } from './indexing/store.ts'
import { createJobQueue, type JobQueue, type Patience } from './queue/queue.ts'
import type { RedisAddress } from './redis/client.ts'
import type { RedisConnection } from './redis/connection.ts'
import type { SearchStore } from './search/store.ts'
import type { Tags } from './tags/tags.ts'

type Parts = Readonly<{
  config: Config
  graph: Graph
  redis: RedisConnection
  address: RedisAddress
  tags: Tags
  duplicateStore: DetectionDependencies['store']
  searchStore: SearchStore
  nextPairId: () => Promise<number>
  nextRelationId: () => Promise<number>
  patience: Patience
  claudeTimeoutMs: number | undefined
  log: Logger
  clock: () => number
}>

/** What is done behind the back of who writes: passages in the indexes, then pairs of possible duplicates and tags. */
export function composeBackground(parts: Parts) {
  const { config, graph, redis, address, tags, patience, claudeTimeoutMs: timeoutMs, log, clock } = parts
  const indexes = createIndexStore(graph)
  const embedders = createEmbedders(createEmbedder(config, log), (model) =>
    createFormerEmbedder(model, config, log),
  )
  const claude = config.anthropic && createAnthropic({ ...config.anthropic, log, clock, timeoutMs })
  const autoTags = composeAutoTags({ config, graph, redis, tags, claude, indexes, embedders, log, clock })
  const detection = composeDetection({
    config,
    claude,
    redis,
    store: parts.duplicateStore,
    searchStore: parts.searchStore,
    slots: async () => slotsOf(await indexes.list()),
    nextPairId: parts.nextPairId,
    nextRelationId: parts.nextRelationId,
    log,
    clock,
  })
  const queue = (name: string): JobQueue => createJobQueue({ name, address, log, patience })
  const indexing = createIndexing({
    outbox: createOutboxStore(graph),
    indexes,
    queues: { indexing: queue('indexing'), enrichment: queue('enrichment') },
    embedders,
    async enrich(idea) {
      const results = await Promise.allSettled([
        detection.detect({ ideaId: idea.id, version: idea.version }),
        autoTags.suggest(idea),
      ])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
    log,
    clock,
  })
  return {
    indexing,
    autoTags,
    async close(): Promise<void> {
      const idle = indexing.close()
      claude?.close()
      await idle
      await detection.close()
    },
  }
}

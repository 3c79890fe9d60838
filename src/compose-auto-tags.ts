import type { Logger } from 'pino'
import { createBudget } from './admission/budget.ts'
import type { Anthropic } from './anthropic/anthropic.ts'
import { createAutoTags } from './auto-tags/auto-tags.ts'
import type { IdeaVectors } from './auto-tags/local.ts'
import { createAutoTagStore } from './auto-tags/store.ts'
import type { Config } from './config.ts'
import type { Graph } from './graph/graph.ts'
import type { Embedders } from './indexing/embedders.ts'
import { modelOf } from './indexing/passages.ts'
import type { IndexStore } from './indexing/store.ts'
import type { RedisConnection } from './redis/connection.ts'
import type { Tags } from './tags/tags.ts'

type Parts = Readonly<{
  config: Pick<Config, 'autoTagsPerDay'>
  graph: Graph
  redis: RedisConnection
  tags: Tags
  claude: Anthropic | undefined
  indexes: Pick<IndexStore, 'list'>
  embedders: Pick<Embedders, 'of'>
  log: Logger
  clock: () => number
}>

/** Automatic tags by Claude, within a day's budget, or by the vectors of the indexes that live. */
export function composeAutoTags(parts: Parts) {
  const { config, graph, redis, tags, claude, indexes, embedders, log, clock } = parts
  return createAutoTags({
    store: createAutoTagStore(graph),
    tags,
    claude,
    takeFromBudget: createBudget(redis, 'auto-tags', config.autoTagsPerDay, clock),
    async indexes(): Promise<IdeaVectors[]> {
      const live = (await indexes.list()).filter(({ state }) => state !== 'retired')
      return live
        .map((index) => {
          const [model, isComplete] = [modelOf(index), index.state === 'active']
          return { slot: index.slot, isComplete, model, embedPassages: embedders.of(model).embedPassages }
        })
        .sort((a, b) => Number(b.isComplete) - Number(a.isComplete))
    },
    log,
  })
}

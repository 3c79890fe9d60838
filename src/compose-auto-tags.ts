import type { Logger } from 'pino'
import type { Anthropic } from './anthropic/anthropic.ts'
import { createAutoTags } from './auto-tags/auto-tags.ts'
import type { IdeaVectors } from './auto-tags/local.ts'
import type { AutoTagStore } from './auto-tags/store.ts'
import type { Embedders } from './indexing/embedders.ts'
import { slotsOf } from './indexing/indexing.ts'
import { modelOf } from './indexing/passages.ts'
import type { IndexStore } from './indexing/store.ts'
import type { Tags } from './tags/tags.ts'

type Parts = Readonly<{
  store: AutoTagStore
  tags: Tags
  claude: Anthropic | undefined
  indexes: Pick<IndexStore, 'list'>
  embedders: Embedders
  log: Logger
}>

/** Automatic tags by the vectors of the background work, or by Claude where the operator wants it. */
export function composeAutoTags({ indexes, embedders, ...deps }: Parts) {
  return createAutoTags({
    ...deps,
    async indexes(): Promise<IdeaVectors[]> {
      const all = await indexes.list()
      return slotsOf(all).flatMap((slot) =>
        all
          .filter((index) => index.slot === slot)
          .map((index) => {
            const [model, isComplete] = [modelOf(index), index.state === 'active']
            return { slot, isComplete, model, embedPassages: embedders.of(model).embedPassages }
          }),
      )
    },
  })
}

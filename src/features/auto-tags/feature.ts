import type { Platform } from '../../platform/platform.ts'
import type { IdeasFeature } from '../ideas/feature.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { createAutoTags } from './auto-tags.ts'
import { createTagReview } from './review.ts'
import { autoTagRoutes } from './routes.ts'
import { createAutoTagStore } from './store.ts'

type Needs = Pick<TagsFeature, 'tags'> & Pick<IdeasFeature, 'ideas'> & Pick<IndexingFeature, 'slots'>

/** Automatic tags: by Claude within a daily budget, or by the tags of similar ideas. */
export function createAutoTagsFeature(
  { graph, budget, claude, clock, log }: Platform,
  { tags, ideas, slots }: Needs,
  { autoTagsPerDay }: Readonly<{ autoTagsPerDay: number }>,
) {
  const store = createAutoTagStore(graph)
  const { suggest } = createAutoTags({
    store,
    tags,
    claude,
    takeFromBudget: budget('auto-tags', autoTagsPerDay),
    slots,
    log,
  })
  return { endpoints: autoTagRoutes(createTagReview({ store, ideas, clock })), suggest }
}

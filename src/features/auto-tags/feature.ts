import type { Platform } from '../../platform/platform.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { createAutoTags } from './auto-tags.ts'
import { createAutoTagStore } from './store.ts'

type Needs = Pick<TagsFeature, 'tags'> & Pick<IndexingFeature, 'slots'>

/** Automatic tags: by Claude within a daily budget, or by the tags of similar ideas. */
export function createAutoTagsFeature(
  { graph, budget, claude, log }: Platform,
  { tags, slots }: Needs,
  { autoTagsPerDay }: Readonly<{ autoTagsPerDay: number }>,
) {
  const { suggest } = createAutoTags({
    store: createAutoTagStore(graph),
    tags,
    claude,
    takeFromBudget: budget('auto-tags', autoTagsPerDay),
    slots,
    log,
  })
  return { endpoints: [], suggest }
}

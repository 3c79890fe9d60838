import type { Platform } from '../../platform/platform.ts'
import { createBulkTagging } from './bulk.ts'
import { tagRoutes } from './routes.ts'
import { createTagStore } from './store.ts'
import { createTags } from './tags.ts'

/** Tags, and tagging of ideas. */
export function createTagsFeature({ graph, ids, clock }: Platform) {
  const deps = { store: createTagStore(graph), nextId: ids.tag.next, clock }
  const tags = createTags(deps)
  return { endpoints: tagRoutes(tags, createBulkTagging(deps)), tags }
}
export type TagsFeature = ReturnType<typeof createTagsFeature>

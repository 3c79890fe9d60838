import type { Platform } from '../../platform/platform.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import { createCandidates } from './candidates.ts'
import { storeMissingForms } from './missing-forms.ts'
import { searchRoutes } from './routes.ts'
import { createSearch } from './search.ts'
import { createSearchStore } from './store.ts'

type Needs = Pick<IndexingFeature, 'queryVectors' | 'settled'>

/** Keyword, semantic and hybrid search. */
export function createSearchFeature({ graph }: Platform, { queryVectors, settled }: Needs) {
  const store = createSearchStore(graph)
  const search = createSearch({ store, queryVectors, settled })
  return {
    endpoints: searchRoutes(search),
    candidates: createCandidates(store),
    sweep: async () => storeMissingForms(store),
  }
}
export type SearchFeature = ReturnType<typeof createSearchFeature>

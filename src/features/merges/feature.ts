import type { Platform } from '../../platform/platform.ts'
import type { IdeasFeature } from '../ideas/feature.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { createMerges } from './merges.ts'
import { mergeRoutes } from './routes.ts'
import { createMergeStore } from './store.ts'

type Needs = Pick<IdeasFeature, 'ideas'> &
  Pick<RelationsFeature, 'relations'> &
  Pick<SurvivorsFeature, 'ideaNotFound'> &
  Pick<IndexingFeature, 'wake'> &
  Readonly<{ freePlanIdeaCap: number }>

/** Merging and unmerging of ideas. */
export function createMergesFeature({ graph, clock }: Platform, needs: Needs) {
  const { ideas, relations, ideaNotFound, wake, freePlanIdeaCap } = needs
  const store = createMergeStore(graph)
  const merges = createMerges({ store, ideas, relations, ideaNotFound, clock, freePlanIdeaCap, wake })
  return { endpoints: mergeRoutes(merges) }
}

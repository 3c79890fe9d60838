import { createComparer } from '../../platform/embeddings/comparer.ts'
import type { EmbeddingsConfig } from '../../platform/embeddings/create-embedder.ts'
import type { Platform } from '../../platform/platform.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import type { SearchFeature } from '../search/feature.ts'
import { createDetection } from './detection.ts'
import { createDuplicates } from './duplicates.ts'
import { createEmbedIdea } from './embedding-similarity.ts'
import { createReview } from './review.ts'
import { duplicateRoutes } from './routes.ts'
import { createDuplicateStore } from './store.ts'

type Needs = Pick<SearchFeature, 'candidates'> & Pick<IndexingFeature, 'slots'>
type Config = EmbeddingsConfig & Readonly<{ duplicateReview: Readonly<{ perDay: number }> | undefined }>

/** Pairs of possible duplicates: found by candidates, the judge, and Claude where the operator wants it; decided by users. */
export function createDuplicatesFeature(
  { graph, budget, ids, claude, log, clock }: Platform,
  { candidates, slots }: Needs,
  config: Config,
) {
  const store = createDuplicateStore(graph)
  const comparer = createComparer(config, log)
  const embedIdea = createEmbedIdea(comparer.embed)
  const perDay = config.duplicateReview?.perDay
  const common = { store, nextRelationId: ids.relation.next, clock }
  const duplicates = createDuplicates(common)
  const { detect } = createDetection({
    ...common,
    slots,
    find: candidates,
    embedIdea: async () => ((await comparer.isThere()) ? embedIdea : undefined),
    review:
      claude === undefined || perDay === undefined
        ? async (_userId, _a, _b, judgement) => judgement
        : createReview({ claude, takeFromBudget: budget('duplicate-reviews', perDay) }),
    nextPairId: ids.duplicate.next,
    log,
  })
  return {
    endpoints: duplicateRoutes(duplicates),
    close: comparer.close,
    applyThreshold: duplicates.applyThreshold,
    detect,
  }
}
export type DuplicatesFeature = ReturnType<typeof createDuplicatesFeature>

import type { Logger } from 'pino'
import { createBudget } from './admission/budget.ts'
import type { Anthropic } from './anthropic/anthropic.ts'
import type { Config } from './config.ts'
import { createDetection, type DetectionDependencies } from './duplicates/detection.ts'
import { DEFAULT_THRESHOLD, judge } from './duplicates/judge.ts'
import { createMeaning } from './duplicates/meaning.ts'
import { createReview } from './duplicates/review.ts'
import { createComparer } from './embeddings/comparer.ts'
import type { RedisConnection } from './redis/connection.ts'
import { createCandidates } from './search/candidates.ts'
import type { SearchStore } from './search/store.ts'

type Parts = Pick<DetectionDependencies, 'store' | 'slots' | 'nextPairId' | 'nextRelationId' | 'clock'> &
  Readonly<{
    config: Pick<Config, 'duplicateReview' | 'dataDir' | 'embeddings'>
    log: Logger
    claude: Anthropic | undefined
    redis: RedisConnection
    searchStore: SearchStore
  }>

/** The three stages in which duplicates are found: candidates, the judge, and Claude where the operator wants it. */
export function composeDetection({ config, log, claude, redis, searchStore, ...deps }: Parts) {
  const comparer = createComparer(config, log)
  const meaning = createMeaning(comparer.compare)
  const perDay = config.duplicateReview?.perDay
  const { detect } = createDetection({
    ...deps,
    log,
    find: createCandidates(searchStore),
    meaning: () => (comparer.isThere() ? meaning : undefined),
    judge,
    review:
      claude === undefined || perDay === undefined
        ? async (_a, _b, judgement) => judgement
        : createReview({
            claude,
            takeFromBudget: createBudget(redis, 'duplicate-reviews', perDay, deps.clock),
          }),
    defaultThreshold: DEFAULT_THRESHOLD,
  })
  return { detect, close: comparer.close }
}

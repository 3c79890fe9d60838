import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible'
import { Problem } from '../problems.ts'
import { networkOf } from './network.ts'

/** Database lookups of unknown credentials per network and process; more wait up to `waitMs`. */
export const LOOKUP_LIMITS = { perSecond: 20, waitMs: 1_000 } as const
const REMEMBERED_CREDENTIALS = 100_000
const REMEMBERED_NETWORKS = 10_000

/** Limits how many guessed credentials a network may have looked up. One that was valid when last looked up is never limited. */
export function createLookups() {
  const known = new LRUCache<string, true>({ max: REMEMBERED_CREDENTIALS })
  const queues = new LRUCache<string, RateLimiterQueue>({
    max: REMEMBERED_NETWORKS,
    memoMethod() {
      const limiter = new RateLimiterMemory({ points: LOOKUP_LIMITS.perSecond, duration: 1 })
      return new RateLimiterQueue(limiter, {
        maxQueueSize: (LOOKUP_LIMITS.perSecond * LOOKUP_LIMITS.waitMs) / 1_000,
      })
    },
  })

  return {
    /** Remembers the hash of a valid credential. */
    remember(hash: string): void {
      known.set(hash, true)
    },
    /** Forgets the hash of a credential that is valid no longer. */
    forget(hash: string): void {
      known.delete(hash)
    },
    /** Whether a credential was valid when it was last looked up. */
    isKnown: (hash: string): boolean => known.has(hash),
    /** Waits until a client may have a credential looked up. @throws Problem `rate_limit_exceeded` */
    async admit(hash: string, address: string): Promise<void> {
      if (known.has(hash)) return
      await queues
        .memo(networkOf(address))
        .removeTokens(1)
        .catch(async (error: unknown) => {
          // The wait also slows those who guess.
          await sleep(LOOKUP_LIMITS.waitMs)
          throw new Problem('rate_limit_exceeded', {}, { retryAfterS: 1, cause: error })
        })
    },
  }
}

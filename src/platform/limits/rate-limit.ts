import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { digest } from '../digest.ts'
import { Problem } from '../problems.ts'
import type { RedisClient } from '../redis/client.ts'
import { unlessUnavailable, type RedisConnection } from '../redis/connection.ts'

/** `points` uses of a key within `duration` seconds of the first one. */
export type Rate = Readonly<{ points: number; duration: number }>

/**
 * A rate limit shared by all replicas in Redis, per process while Redis is unavailable. Keys are stored only as digests: they are e-mail and IP
 * addresses, which Redis need not know.
 * `name` is part of the keys in Redis.
 */
export function createRateLimit(connection: RedisConnection, name: string, rate: Rate) {
  const options = { ...rate, keyPrefix: `ideas:${name}` }
  const memory = new RateLimiterMemory(options)
  const prepared = new WeakMap<RedisClient, RateLimiterRedis>()
  const inRedis = (client: RedisClient): RateLimiterRedis => {
    const known = prepared.get(client) ?? new RateLimiterRedis({ ...options, storeClient: client })
    prepared.set(client, known)
    return known
  }
  const either = async <T>(
    work: (limiter: RateLimiterRedis | RateLimiterMemory) => Promise<T>,
  ): Promise<T> => {
    const done = connection.use(async (client) => work(inRedis(client)))
    return unlessUnavailable(done, async () => work(memory))
  }

  /** Counts a use, and returns the seconds to wait if it exceeds the limit, otherwise 0. */
  const count = async (key: string): Promise<number> => {
    const outcome = await either(async (limiter) =>
      limiter.consume(digest(key)).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return refusal
        throw refusal
      }),
    )
    if (outcome.consumedPoints <= rate.points) return 0
    return Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))
  }

  return {
    count,
    /** Counts a use. @throws Problem `rate_limit_exceeded` */
    async take(key: string): Promise<void> {
      const retryAfterS = await count(key)
      if (retryAfterS > 0) throw new Problem('rate_limit_exceeded', {}, { retryAfterS })
    },

    /** Takes a counted use off again. */
    giveBack: async (key: string): Promise<void> => {
      await either(async (limiter) => limiter.reward(digest(key)))
    },

    /** Counts the key from zero again, in this process and in Redis. @throws RedisUnavailable */
    async reset(key: string): Promise<void> {
      await memory.delete(digest(key))
      await connection.use(async (client) => inRedis(client).delete(digest(key)))
    },
  }
}
export type RateLimit = ReturnType<typeof createRateLimit>

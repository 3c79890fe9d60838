import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { RedisAway, type RedisConnection } from '../redis/connection.ts'

const DAY_S = 24 * 60 * 60

/**
 * So many of something a UTC day, for all processes together: true while there is one left. None while Redis is away: what has a
 * price is not spent without counting.
 */
export function createBudget(connection: RedisConnection, name: string, perDay: number, clock: () => number) {
  return async (): Promise<boolean> => {
    const day = new Date(clock()).toISOString().slice(0, 10)
    try {
      return await connection.use(async (storeClient) => {
        const limiter = new RateLimiterRedis({
          storeClient,
          keyPrefix: `ideas:budget:${name}`,
          points: perDay,
          duration: DAY_S,
        })
        return limiter.consume(day).then(
          () => true,
          (refusal: unknown) => {
            if (refusal instanceof RateLimiterRes) return false
            throw refusal
          },
        )
      })
    } catch (error) {
      if (error instanceof RedisAway) return false
      throw error
    }
  }
}

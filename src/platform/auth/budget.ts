import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { RedisUnavailable, type RedisConnection } from '../redis/connection.ts'

const DAY_S = 24 * 60 * 60

/**
 * A budget of `perDay` uses per UTC day, shared by all processes: takes one and returns true while any is left. Returns
 * false while Redis is unavailable, because uses cost money and could not be counted.
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
      if (error instanceof RedisUnavailable) return false
      throw error
    }
  }
}

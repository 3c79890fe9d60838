import { digest } from '../digest.ts'
import type { RedisConnection } from './connection.ts'

/** Short-lived texts in Redis, shared by all replicas. Keys are kept only as hashes, because who knows one may read its text. */
export function createShortLived(connection: RedisConnection, name: string) {
  const keyOf = (key: string): string => `ideas:${name}:${digest(key)}`
  return {
    /** @throws RedisUnavailable */
    async put(key: string, text: string, seconds: number): Promise<void> {
      await connection.use(async (redis) => redis.set(keyOf(key), text, 'EX', Math.max(1, seconds)))
    },
    /** @throws RedisUnavailable */
    find: async (key: string): Promise<string | undefined> =>
      (await connection.use(async (redis) => redis.get(keyOf(key)))) ?? undefined,
    /** @throws RedisUnavailable */
    async remove(key: string): Promise<void> {
      await connection.use(async (redis) => redis.del(keyOf(key)))
    },
  }
}
export type ShortLived = ReturnType<typeof createShortLived>

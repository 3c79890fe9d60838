import { randomUUID } from 'node:crypto'
import type { RedisConnection } from '../redis/connection.ts'

/** A right to do something that only one process may do at a time; it ends by itself where its holder dies. */
export type Claim = Readonly<{ release: () => Promise<void> }>

/** KEYS the claim; ARGV its holder. Only the holder gives it back. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/** Takes claims in Redis: undefined while another has one. @throws RedisAway */
export function createClaims(connection: RedisConnection) {
  return async (key: string, lifeMs: number): Promise<Claim | undefined> => {
    const [name, holder] = [`ideas:claim:${key}`, randomUUID()]
    const release = async (): Promise<void> => {
      await connection.use(async (redis) => redis.eval(RELEASE, 1, name, holder)).catch(() => undefined)
    }
    try {
      const taken = await connection.use(async (redis) => redis.set(name, holder, 'PX', lifeMs, 'NX'))
      return taken === 'OK' ? { release } : undefined
    } catch (error) {
      // It may have been given, and only the answer was lost.
      await release()
      throw error
    }
  }
}
export type TakeClaim = ReturnType<typeof createClaims>

import { randomUUID } from 'node:crypto'
import type { RedisConnection } from '../redis/connection.ts'

/** An exclusive lease; it expires by itself if its holder dies. */
export type Lease = Readonly<{ release: () => Promise<void> }>

/** KEYS lease; ARGV holder. Deletes the lease only if the holder still has it. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/** Acquires leases in Redis, `lifeMs` milliseconds long; undefined while somebody else holds it. @throws RedisUnavailable */
export function createLeases(connection: RedisConnection) {
  return async (key: string, lifeMs: number): Promise<Lease | undefined> => {
    const [name, holder] = [`ideas:claim:${key}`, randomUUID()]
    const release = async (): Promise<void> => {
      await connection.use(async (redis) => redis.eval(RELEASE, 1, name, holder)).catch(() => undefined)
    }
    try {
      const taken = await connection.use(async (redis) => redis.set(name, holder, 'PX', lifeMs, 'NX'))
      return taken === 'OK' ? { release } : undefined
    } catch (error) {
      // The lease may have been granted although the reply was lost.
      await release()
      throw error
    }
  }
}
export type AcquireLease = ReturnType<typeof createLeases>

import { randomUUID } from 'node:crypto'
import { unlessUnavailable, type RedisConnection } from '../redis/connection.ts'

/** A lease of a crashed process lapses after `lifeMs`; a living one renews its leases. */
const LEASE = { lifeMs: 60_000, renewMs: 20_000 } as const

/** KEYS leases; ARGV now (ms), end of the new lease (ms), holder, limit, TTL (ms). Reply 1 if granted, else 0. */
const ACQUIRE = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if not redis.call('ZSCORE', KEYS[1], ARGV[3]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1
`

/**
 * Leases of which several processes together grant at most `limit` per name. Undefined when all are taken. While Redis is
 * unavailable they are granted without being counted: the limits per process still hold.
 */
export function createCountedLeases(connection: RedisConnection, clock: () => number) {
  return async (name: string, limit: number): Promise<(() => void) | undefined> => {
    const [key, holder] = [`ideas:leases:${name}`, randomUUID()]
    const hold = async (): Promise<boolean> => {
      const now = clock()
      const parameters = [now, now + LEASE.lifeMs, holder, limit, LEASE.lifeMs]
      return connection.use(async (redis) => (await redis.eval(ACQUIRE, 1, key, ...parameters)) === 1)
    }
    if (!(await unlessUnavailable(hold(), () => true))) return undefined
    const renewal = setInterval(() => void hold().catch(() => undefined), LEASE.renewMs).unref()
    return () => {
      clearInterval(renewal)
      connection.use(async (redis) => redis.zrem(key, holder)).catch(() => undefined)
    }
  }
}

import type { Logger } from 'pino'
import { createRedisClient, type RedisAddress, type RedisClient } from './client.ts'

/** Redis as features see it: it either answers quickly or is away. */
export type RedisConnection = Readonly<{
  /**
   * Runs commands on the connection.
   * @throws RedisAway when there is no connection, it did not answer within half a second, or refuses the command
   * (its memory is full, it became a replica)
   */
  use<T>(work: (redis: RedisClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}>

/** Redis cannot be asked right now. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway'
}

const AWAY = 'Redis is away: credentials are looked up in Neo4j, quotas counted in memory'
/** After a command that hung, how long others do not even try. */
const PAUSE_MS = 1_000

/** Connects in the background, for ever again; nothing waits for a connection. */
export function createRedis(address: RedisAddress, log: Logger): RedisConnection {
  const redis = createRedisClient(address)
  let pausedUntil = 0
  let connected = false
  let silent = false
  let closing = false
  const settled = Promise.withResolvers<void>()
  redis.on('ready', () => {
    connected = true
    silent = false
    settled.resolve()
    log.info('Redis is connected')
  })
  redis.on('close', () => {
    settled.resolve()
    if (connected && !closing) log.warn(AWAY)
    connected = false
  })
  redis.on('error', () => undefined)
  redis.connect().catch(() => log.warn(AWAY))

  return {
    async use(work) {
      await settled.promise
      if (!connected || performance.now() < pausedUntil) throw new RedisAway()
      try {
        const result = await work(redis)
        if (silent) log.info('Redis answers again')
        silent = false
        return result
      } catch (error) {
        const refusal = error instanceof Error && error.name === 'ReplyError' ? error.message : undefined
        if (refusal?.startsWith('MOVED')) log.error('REDIS_URL is a Redis Cluster: set REDIS_CLUSTER=true')
        else if (refusal !== undefined) log.error({ err: error }, 'Redis refuses a command')
        else if (redis.status === 'ready') {
          if (!silent) log.warn({ err: error }, AWAY)
          silent = true
          pausedUntil = performance.now() + PAUSE_MS
        }
        throw new RedisAway('Redis did not answer', { cause: error })
      }
    },
    async close() {
      closing = true
      await redis.quit().catch(() => redis.disconnect())
    },
  }
}

import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Redis as features see it: it either answers quickly or is away. */
export type RedisConnection = Readonly<{
  /**
   * Runs commands on the connection.
   * @throws RedisAway when there is no connection, it did not answer within half a second, or refuses the command
   * (its memory is full, it became a replica)
   */
  use<T>(work: (redis: Redis, server: string) => Promise<T>): Promise<T>
  close(): Promise<void>
}>

/** Redis cannot be asked right now. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway'
}

const AWAY = 'Redis is away: credentials are looked up in Neo4j, quotas counted in memory'
const COMMAND_TIMEOUT_MS = 500
/** After a command that hung, how long others do not even try. */
const PAUSE_MS = 1_000

/** Connects in the background, for ever again; nothing waits for a connection. */
export function createRedis(url: string, log: Logger): RedisConnection {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 50, 500),
  })
  let pausedUntil = 0
  let server = ''
  let closing = false
  const connected = async (): Promise<void> => {
    server = /run_id:(?<id>\w+)/.exec(await redis.info('server'))?.groups?.['id'] ?? ''
    log.info('Redis is connected')
  }
  const settled = Promise.withResolvers<void>()
  redis.on('ready', () => void connected().then(settled.resolve, () => redis.disconnect(!closing)))
  redis.on('close', () => {
    settled.resolve()
    if (server !== '' && !closing) log.warn(AWAY)
    server = ''
  })
  redis.on('error', () => undefined)
  redis.connect().catch(() => log.warn(AWAY))

  return {
    async use(work) {
      await settled.promise
      if (server === '' || performance.now() < pausedUntil) throw new RedisAway()
      try {
        return await work(redis, server)
      } catch (error) {
        const refuses = error instanceof Error && error.name === 'ReplyError'
        if (refuses) log.error({ err: error }, 'Redis refuses a command')
        else if (redis.status === 'ready') pausedUntil = performance.now() + PAUSE_MS
        throw new RedisAway('Redis did not answer', { cause: error })
      }
    },
    async close() {
      closing = true
      await redis.quit().catch(() => redis.disconnect())
    },
  }
}

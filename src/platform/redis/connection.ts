import type { Logger } from 'pino'
import { OperatorError } from '../operator-error.ts'
import { createRedisClient, type RedisAddress, type RedisClient } from './client.ts'

/** Redis is unavailable. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable'
}

const UNAVAILABLE = 'Redis is unavailable: credentials are looked up in Neo4j, quotas counted in memory'
/** How long Redis may take to answer. */
const TIMEOUT_MS = 500
/** The same for commands that the client sends by itself when it connects. */
const HANDSHAKE_TIMEOUT_MS = 1_000
/** After a command timed out, how long further commands fail at once. */
const PAUSE_MS = 1_000
/** How Redis refuses a connection that will never be let in. */
const REFUSED = /^(?:WRONGPASS|NOAUTH)\b|cluster support disabled|DB index is out of range/

/** Redis with a short time-out: connects in the background and reconnects indefinitely. */
export function createRedis(address: RedisAddress, log: Logger) {
  const redis = createRedisClient(address, { commandTimeout: HANDSHAKE_TIMEOUT_MS })
  let pausedUntil = 0
  let connected = false
  let silent = false
  let closing = false
  /** Why there is no connection. Only its message is logged: errors of Redis hold the command, and so the password of `AUTH`. */
  let reason: Error | undefined
  /** The client would go on with database 0, which may be another program's. */
  let wrongDatabase: Error | undefined
  const settled = Promise.withResolvers<void>()
  redis.on('ready', () => {
    connected = true
    silent = false
    reason = undefined
    settled.resolve()
    log.info('Redis is connected')
  })
  redis.on('close', () => {
    settled.resolve()
    if (connected && !closing) log.warn({ reason: reason?.message }, UNAVAILABLE)
    connected = false
  })
  redis.on('error', (error) => {
    reason = causeOf(error)
    if (reason.message.includes('DB index is out of range')) wrongDatabase = reason
  })
  redis.connect().catch(() => {
    settled.resolve()
    log.warn({ reason: reason?.message }, UNAVAILABLE)
  })

  return {
    /** Waits for the first try to connect. @throws OperatorError when Redis refuses the password or database, or is no cluster */
    async checkAccess(): Promise<void> {
      await settled.promise
      const refusal = wrongDatabase ?? reason
      if (refusal === undefined || !REFUSED.test(refusal.message)) return
      throw new OperatorError(`Redis refuses the connection that REDIS_URL names: ${refusal.message}`)
    },
    /**
     * Runs commands on the connection.
     * @throws RedisUnavailable when there is no connection, when Redis does not answer within half a second, or when it refuses
     * the command (its memory is full, it became a replica)
     */
    async use<T>(work: (redis: RedisClient) => Promise<T>): Promise<T> {
      await settled.promise
      if (!connected || wrongDatabase || performance.now() < pausedUntil) throw new RedisUnavailable()
      try {
        const result = await withinTime(work(redis))
        if (silent) log.info('Redis answers again')
        silent = false
        return result
      } catch (error) {
        const refusal = error instanceof Error && error.name === 'ReplyError' ? error.message : undefined
        if (refusal?.startsWith('MOVED')) log.error('REDIS_URL is a Redis Cluster: set REDIS_CLUSTER=true')
        else if (refusal !== undefined) log.error({ reason: refusal }, 'Redis refuses a command')
        else if (redis.status === 'ready') {
          if (!silent) log.warn({ reason: String(error) }, UNAVAILABLE)
          silent = true
          pausedUntil = performance.now() + PAUSE_MS
        }
        throw new RedisUnavailable('Redis did not answer', { cause: error })
      }
    },
    async close(): Promise<void> {
      closing = true
      await redis.quit().catch(() => redis.disconnect())
    },
  }
}
export type RedisConnection = ReturnType<typeof createRedis>

/** The result of some work on Redis, or while Redis is unavailable that of `otherwise`. */
export async function unlessUnavailable<T>(work: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof RedisUnavailable) return otherwise()
    throw error
  })
}

/**
 * Limits the time of all commands of one use. Reads what has arrived before it gives up, so that a delay of this process, up to that of
 * the handshake, is not taken for one of Redis.
 */
async function withinTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error('Redis did not answer in time'))
    timer = setTimeout(() => setImmediate(giveUp), TIMEOUT_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Of a cluster, why its last node could not be used. */
function causeOf(error: Error): Error {
  return 'lastNodeError' in error && error.lastNodeError instanceof Error ? error.lastNodeError : error
}

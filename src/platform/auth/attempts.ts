import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problems.ts'
import type { RedisClient } from '../redis/client.ts'
import { RedisUnavailable, type RedisConnection } from '../redis/connection.ts'
import { networkOf } from './network.ts'

/** A password attempt: the normalised e-mail address of the account and the IP address of the client. */
export type Attempt = Readonly<{ emailKey: string; address: string }>

/** Limits: `points` failed attempts within `duration` seconds of the first one. */
const LIMITS = {
  account: { points: 10, duration: 15 * 60 },
  address: { points: 100, duration: 15 * 60 },
  'sign-up': { points: 20, duration: 60 * 60 },
} as const
type Kind = keyof typeof LIMITS
type Limiters = Readonly<Record<Kind, RateLimiterMemory | RateLimiterRedis>>

const KINDS = Object.keys(LIMITS) as Kind[]

/** Rate limits for sign-in and sign-up, shared by all replicas in Redis; per process while Redis is unavailable. */
export function createAttempts(connection: RedisConnection) {
  const memory = limiters((options) => new RateLimiterMemory(options))
  const prepared = new WeakMap<RedisClient, Limiters>()
  const inRedis = (client: RedisClient): Limiters => {
    const known =
      prepared.get(client) ?? limiters((options) => new RateLimiterRedis({ ...options, storeClient: client }))
    prepared.set(client, known)
    return known
  }
  const either = async <T>(work: (limiters: Limiters) => Promise<T>): Promise<T> => {
    try {
      return await connection.use(async (client) => work(inRedis(client)))
    } catch (error) {
      if (!(error instanceof RedisUnavailable)) throw error
      return work(memory)
    }
  }
  /** Counts before the outcome is known, so that parallel attempts cannot exceed the limit. */
  const take = async (kind: Kind, key: string): Promise<void> => {
    const outcome = await either(async (limiters) =>
      limiters[kind].consume(hashed(key)).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return refusal
        throw refusal
      }),
    )
    if (outcome.consumedPoints <= LIMITS[kind].points) return
    const retryAfterS = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))
    throw new Problem('rate_limit_exceeded', {}, { retryAfterS })
  }

  return {
    /** Counts a password attempt. @throws Problem `rate_limit_exceeded` */
    async take({ emailKey, address }: Attempt): Promise<void> {
      await take('address', networkOf(address))
      await take('account', emailKey)
    },

    /** The attempt succeeded: resets the account's counter and takes the attempt off the address's counter. */
    async succeeded({ emailKey, address }: Attempt): Promise<void> {
      await memory.account.delete(hashed(emailKey))
      await either(async (limiters) => {
        await limiters.account.delete(hashed(emailKey))
        await limiters.address.reward(hashed(networkOf(address)))
      })
    },

    /** Counts a sign-up, successful or not. @throws Problem `rate_limit_exceeded` */
    takeSignUp: async (address: string): Promise<void> => take('sign-up', networkOf(address)),

    /** Deletes the account's counters. @throws RedisUnavailable */
    async forget(emailKey: string): Promise<void> {
      await memory.account.delete(hashed(emailKey))
      await connection.use(async (client) => inRedis(client).account.delete(hashed(emailKey)))
    },
  }
}

type Options = Readonly<{ keyPrefix: string; points: number; duration: number }>

function limiters(create: (options: Options) => Limiters[Kind]): Limiters {
  return Object.fromEntries(
    KINDS.map((kind) => [kind, create({ keyPrefix: `ideas:attempts:${kind}`, ...LIMITS[kind] })]),
  ) as Limiters
}

/** E-mail and IP addresses are stored in Redis only as hashes. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

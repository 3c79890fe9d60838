import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problems.ts'
import type { RedisClient } from '../redis/client.ts'
import { RedisAway, type RedisConnection } from '../redis/connection.ts'
import { networkOf } from './network.ts'

/** Whose password is tried, by folded e-mail, and from where. */
export type Attempt = Readonly<{ emailKey: string; address: string }>

/** How many tries may fail, and in how many seconds from the first of them. */
const LIMITS = {
  account: { points: 10, duration: 15 * 60 },
  address: { points: 100, duration: 15 * 60 },
  'sign-up': { points: 20, duration: 60 * 60 },
} as const
type Kind = keyof typeof LIMITS
type Limiters = Readonly<Record<Kind, RateLimiterMemory | RateLimiterRedis>>

const KINDS = Object.keys(LIMITS) as Kind[]

/** Limits on guessing, shared by all replicas in Redis; each process counts for itself while Redis is away. */
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
      if (!(error instanceof RedisAway)) throw error
      return work(memory)
    }
  }
  /** Counts before it is known how the try ends, so that parallel tries are not more. */
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
    /** Counts a try of a password. @throws Problem `rate_limit_exceeded` */
    async take({ emailKey, address }: Attempt): Promise<void> {
      await take('address', networkOf(address))
      await take('account', emailKey)
    },

    /** The try was good: the account begins anew, and the address has not failed. */
    async succeeded({ emailKey, address }: Attempt): Promise<void> {
      await memory.account.delete(hashed(emailKey))
      await either(async (limiters) => {
        await limiters.account.delete(hashed(emailKey))
        await limiters.address.reward(hashed(networkOf(address)))
      })
    },

    /** Counts a sign-up, whatever comes of it. @throws Problem `rate_limit_exceeded` */
    takeSignUp: async (address: string): Promise<void> => take('sign-up', networkOf(address)),

    /** Nothing of the account is left, in Redis least of all. @throws RedisAway */
    async forget(emailKey: string): Promise<void> {
      await memory.account.delete(hashed(emailKey))
      await connection.use(async (client) => inRedis(client).account.delete(hashed(emailKey)))
    },
  }
}
export type Attempts = ReturnType<typeof createAttempts>

type Options = Readonly<{ keyPrefix: string; points: number; duration: number }>

function limiters(create: (options: Options) => Limiters[Kind]): Limiters {
  return Object.fromEntries(
    KINDS.map((kind) => [kind, create({ keyPrefix: `ideas:attempts:${kind}`, ...LIMITS[kind] })]),
  ) as Limiters
}

/** Neither e-mail nor address stands in Redis. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

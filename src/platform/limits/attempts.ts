import { digest } from '../digest.ts'
import { Problem } from '../problems.ts'
import { unlessUnavailable, type RedisConnection } from '../redis/connection.ts'
import { networkOf } from '../auth/network.ts'
import { createRateLimit } from './rate-limit.ts'

/**
 * A password attempt: the normalised e-mail address of the account, the hash of its password (null without one), the IP address of the
 * client, and the id that its browser keeps in a cookie.
 */
export type Attempt = Readonly<{
  emailKey: string
  passwordHash: string | null
  address: string
  browser: string | undefined
}>

const QUARTER_S = 15 * 60
/** Limits of failed attempts, and of sign-ups. */
export const ATTEMPT_LIMITS = {
  /** Per account and network. */
  pair: { points: 10, duration: QUARTER_S },
  /** Per account from all networks together; a network or browser that signed in before is exempt. */
  account: { points: 50, duration: QUARTER_S },
  /** Per network for all accounts together. */
  address: { points: 100, duration: QUARTER_S },
  signUp: { points: 20, duration: 60 * 60 },
} as const
/** How long a network or browser stays known after a sign-in, and how many are per account. */
export const KNOWN = { days: 30, perAccount: 100 } as const
const KNOWN_MS = KNOWN.days * 24 * 60 * 60_000

/**
 * Rate limits for sign-in and sign-up. An attacker cannot lock an account's owner out from elsewhere: attempts are limited per account
 * and network, and the ceiling of the account does not hold for known networks and browsers (device cookies, as OWASP describes
 * them).
 */
export function createAttempts(connection: RedisConnection, clock: () => number) {
  const { pair, account, address: perAddress, signUp } = ATTEMPT_LIMITS
  const limits = {
    pair: createRateLimit(connection, 'attempts:pair', pair),
    account: createRateLimit(connection, 'attempts:account', account),
    address: createRateLimit(connection, 'attempts:address', perAddress),
    signUp: createRateLimit(connection, 'attempts:sign-up', signUp),
  }

  const isKnown = async ({ emailKey, address, browser = '' }: Attempt): Promise<boolean> => {
    const members = [networkOf(address), browser].map(digest)
    const ends = await unlessUnavailable(
      connection.use(async (redis) => redis.zmscore(knownKey(emailKey), ...members)),
      () => [],
    )
    return ends.some((end) => end !== null && Number(end) > clock())
  }

  const keepKnown = async ({ emailKey, address, browser }: Attempt): Promise<void> => {
    const [key, now] = [knownKey(emailKey), clock()]
    const seen = [networkOf(address), ...(browser === undefined ? [] : [browser])]
    const scored = seen.flatMap((name) => [now + KNOWN_MS, digest(name)])
    await unlessUnavailable(
      connection.use(async (redis) => {
        await redis.zadd(key, ...scored)
        await redis.zremrangebyscore(key, '-inf', now)
        await redis.zremrangebyrank(key, 0, -KNOWN.perAccount - 1)
        await redis.pexpire(key, KNOWN_MS)
      }),
      () => undefined,
    )
  }

  return {
    /** Counts an attempt before its outcome is known, so that parallel ones cannot exceed the limit. @throws Problem `rate_limit_exceeded` */
    async take(attempt: Attempt): Promise<void> {
      await limits.address.take(networkOf(attempt.address))
      await limits.pair.take(pairOf(attempt))
      const retryAfterS = await limits.account.count(attempt.emailKey)
      if (retryAfterS > 0 && !(await isKnown(attempt)))
        throw new Problem('rate_limit_exceeded', {}, { retryAfterS })
    },

    /** The attempt succeeded: it does not count, and its network and browser are known from now on. */
    async succeeded(attempt: Attempt): Promise<void> {
      await unlessUnavailable(limits.pair.reset(pairOf(attempt)), () => undefined)
      await limits.account.giveBack(attempt.emailKey)
      await limits.address.giveBack(networkOf(attempt.address))
      await keepKnown(attempt)
    },

    /** Counts a sign-up, successful or not. @throws Problem `rate_limit_exceeded` */
    takeSignUp: async (address: string): Promise<void> => limits.signUp.take(networkOf(address)),

    /** Counts the attempts for an account from zero again. @throws RedisUnavailable */
    unlock: async (emailKey: string): Promise<void> => limits.account.reset(emailKey),

    /** Deletes what is kept of the account. @throws RedisUnavailable */
    async forget(emailKey: string): Promise<void> {
      await limits.account.reset(emailKey)
      await connection.use(async (redis) => redis.del(knownKey(emailKey)))
    },
  }
}

/** A new password gets a new counter. */
function pairOf({ emailKey, passwordHash, address }: Attempt): string {
  return JSON.stringify([emailKey, passwordHash, networkOf(address)])
}

function knownKey(emailKey: string): string {
  return `ideas:known:${digest(emailKey)}`
}

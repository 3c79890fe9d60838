import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisConnection } from '../redis/connection.ts'
import { Problem } from '../problems.ts'
import type { Actor } from '../auth/actor.ts'
import { createCountedLeases } from './counted-leases.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { createShares, SHARE_LIMITS, tooMuch } from './shares.ts'

/** An expensive operation and its limits per account. */
export type Limited = Readonly<{
  /** Names the operation. */
  id: string
  /** How many may be under way at once, over all processes. */
  atOnce: number
  /** How many all sessions of an account together may start per hour: the dashboard's are exempt from the daily quota. */
  perHourForSessions?: number
}>

const HOUR_S = 3_600
/** Between two looks at whether a lease has become free. */
const LEASE_POLL_MS = 250

/** Admits requests that are within the quota: a place in the account's share, then the limits of the operation. */
export function createAdmission(connection: RedisConnection, clock: () => number) {
  const takePlace = createShares()
  const acquire = createCountedLeases(connection, clock)
  const hourly = new Map<number, RateLimit>()
  const perHour = (points: number): RateLimit => {
    const limit = hourly.get(points) ?? createRateLimit(connection, 'hourly', { points, duration: HOUR_S })
    hourly.set(points, limit)
    return limit
  }

  const enterLimited = async (
    { userId, kind }: Pick<Actor, 'userId' | 'kind'>,
    limited: Limited,
    signal: AbortSignal,
  ): Promise<() => void> => {
    const { id, atOnce, perHourForSessions } = limited
    const name = `${id}:{${userId}}`
    const release = await waitFor(async () => acquire(name, atOnce), signal)
    if (release === undefined) throw tooMuch()
    try {
      if (kind === 'session' && perHourForSessions !== undefined) await perHour(perHourForSessions).take(name)
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  return {
    /**
     * Waits until a request may run; the returned function must be called when it has ended.
     * @throws Problem `too_much_at_once`, `rate_limit_exceeded` (the hourly limit), `client_left`
     */
    async admit(actor: Actor, limited: Limited | undefined, signal: AbortSignal): Promise<() => void> {
      const leave = await takePlace(actor.userId, signal)
      if (limited === undefined) return leave
      try {
        const release = await enterLimited(actor, limited, signal)
        return () => {
          release()
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },

    /**
     * Waits until an operation may run within a request that was admitted; the returned function must be called when it has ended.
     * @throws Problem `too_much_at_once`, `rate_limit_exceeded` (the hourly limit), `client_left`
     */
    enterLimited,
  }
}
export type Admission = ReturnType<typeof createAdmission>

/** Asks until there is an answer, or the time that requests may wait is over. @throws Problem `client_left` */
async function waitFor<T>(ask: () => Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
  const end = performance.now() + SHARE_LIMITS.waitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || performance.now() >= end) return answer
    await sleep(LEASE_POLL_MS)
    if (signal.aborted) throw new Problem('client_left')
  }
}

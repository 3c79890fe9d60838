import { Problem } from '../problems.ts'

/** What one account may have under way in one process, over all its credentials. */
export const SHARE_LIMITS = { running: 16, waiting: 500, waitMs: 3_000 } as const

/** `waiters` are the functions that give a waiting request a place, in order of arrival. */
type Share = { running: number; readonly waiters: Set<() => void> }

/** Limits how many requests of an account run at once; further ones wait in order of arrival. */
export function createShares() {
  const shares = new Map<string, Share>()

  const leave = (userId: string, share: Share): void => {
    const [next] = share.waiters
    if (next !== undefined) {
      share.waiters.delete(next)
      next()
      return
    }
    share.running -= 1
    if (share.running === 0) shares.delete(userId)
  }

  /**
   * Waits for one of the account's places; the returned function gives it back.
   * @throws Problem `too_much_at_once` after `waitMs`, or if `waiting` requests wait already; `client_left`
   */
  return async (userId: string, signal: AbortSignal): Promise<() => void> => {
    const share = shares.get(userId) ?? { running: 0, waiters: new Set() }
    shares.set(userId, share)
    if (share.running < SHARE_LIMITS.running) share.running += 1
    else await place(share, signal)
    return () => leave(userId, share)
  }
}
export type TakePlace = ReturnType<typeof createShares>

async function place({ waiters }: Share, signal: AbortSignal): Promise<void> {
  if (waiters.size >= SHARE_LIMITS.waiting) throw tooMuch()
  await new Promise<void>((resolve, reject) => {
    const settle = (act: () => void) => (): void => {
      waiters.delete(take)
      clearTimeout(timer)
      signal.removeEventListener('abort', left)
      act()
    }
    const take = settle(resolve)
    const left = settle(() => reject(new Problem('client_left')))
    const timer = setTimeout(
      settle(() => reject(tooMuch())),
      SHARE_LIMITS.waitMs,
    )
    signal.addEventListener('abort', left)
    waiters.add(take)
  })
}

/** Too many requests of an account at once: unlike a used-up quota, over in seconds. */
export function tooMuch(retryAfterS = 1): Problem {
  return new Problem('too_much_at_once', { reason: 'concurrency' }, { retryAfterS })
}

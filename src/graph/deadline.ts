import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problems.ts'
import { isTransient, isUnavailable } from './failures.ts'

/**
 * Runs work against the database, again with growing pauses while it fails for a passing reason, and never longer
 * than the deadline, whatever the connection does.
 * @throws Problem `service_unavailable` when time is up; any other failure as it is
 */
export async function withinDeadline<T>(
  ms: number,
  attempt: (remainingMs: () => number) => Promise<T>,
): Promise<T> {
  const end = performance.now() + ms
  const remainingMs = (): number => Math.max(1, Math.ceil(end - performance.now()))
  const timer = new AbortController()
  const overrun = sleep(ms, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Problem('service_unavailable')
  })
  overrun.catch(() => undefined)
  try {
    return await Promise.race([retried(attempt, remainingMs), overrun])
  } finally {
    timer.abort()
  }
}

async function retried<T>(
  attempt: (remainingMs: () => number) => Promise<T>,
  remainingMs: () => number,
): Promise<T> {
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    try {
      return await attempt(remainingMs)
    } catch (error) {
      if (isUnavailable(error)) throw new Problem('service_unavailable', {}, { cause: error })
      if (!isTransient(error)) throw error
      if (remainingMs() <= pauseMs * 2) throw new Problem('service_unavailable', {}, { cause: error })
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
}

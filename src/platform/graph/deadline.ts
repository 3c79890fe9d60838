import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problems.ts'
import { isTransient, isUnavailable } from './failures.ts'

/** How long work may still take; it is put off whenever the work makes visible progress. */
export type Deadline = Readonly<{
  /** Milliseconds, at least 1. */
  remainingMs(): number
  /** Whether the asker has been told that time is up: nothing more must be changed. */
  passed(): boolean
  /** The whole time begins again: what was asked is being answered. */
  renew(): void
}>

/**
 * Runs work against the database, again with growing pauses while it fails for a passing reason, and never longer
 * than the deadline, whatever the connection does.
 * @throws Problem `service_unavailable` when time is up; any other failure as it is
 */
export async function withinDeadline<T>(ms: number, attempt: (deadline: Deadline) => Promise<T>): Promise<T> {
  let end = performance.now() + ms
  const left = (): number => Math.ceil(end - performance.now())
  const deadline: Deadline = {
    remainingMs: () => Math.max(1, left()),
    passed: () => left() <= 0,
    renew() {
      end = performance.now() + ms
    },
  }
  let timer: NodeJS.Timeout | undefined
  const overrun = new Promise<never>((_, reject) => {
    const look = (): void => {
      if (left() > 0) timer = setTimeout(look, left()).unref()
      else reject(new Problem('service_unavailable'))
    }
    look()
  })
  try {
    return await Promise.race([retried(attempt, deadline), overrun])
  } finally {
    clearTimeout(timer)
  }
}

async function retried<T>(attempt: (deadline: Deadline) => Promise<T>, deadline: Deadline): Promise<T> {
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    try {
      return await attempt(deadline)
    } catch (error) {
      if (isUnavailable(error)) throw new Problem('service_unavailable', {}, { cause: error })
      if (!isTransient(error)) throw error
      if (deadline.remainingMs() <= pauseMs * 2)
        throw new Problem('service_unavailable', {}, { cause: error })
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
}

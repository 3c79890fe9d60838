import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problems.ts'
import { isDisconnected, isTransient, isUnavailable } from './failures.ts'

/** The time limit of an operation; work that makes progress may renew it. */
export type Deadline = Readonly<{
  /** Milliseconds, at least 1. */
  remainingMs(): number
  /** Whether the caller has already been answered `service_unavailable`: nothing may be committed any more. */
  passed(): boolean
  /** Starts the time limit anew, because rows are arriving. */
  renew(): void
}>

/** Time that the work itself needs after a lost connection, milliseconds: with less left nobody waits for the server. */
const RECOVERY_MS = 1_500
const FIRST_BACKOFF_MS = 10
const MAX_BACKOFF_MS = 500

/**
 * Runs database work, retrying transient failures with exponential back-off, within a deadline that holds even if the
 * driver does not return. After a lost connection it retries when `ping` has said that the server answers.
 * @throws Problem `service_unavailable` when time is up; any other failure as it is
 */
export async function withinDeadline<T>(
  ms: number,
  ping: () => Promise<boolean>,
  attempt: (deadline: Deadline) => Promise<T>,
): Promise<T> {
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
    return await Promise.race([retried(ping, attempt, deadline), overrun])
  } finally {
    clearTimeout(timer)
  }
}

async function retried<T>(
  ping: () => Promise<boolean>,
  attempt: (deadline: Deadline) => Promise<T>,
  deadline: Deadline,
): Promise<T> {
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
    try {
      return await attempt(deadline)
    } catch (error) {
      if (isUnavailable(error)) throw new Problem('service_unavailable', {}, { cause: error })
      if (!isTransient(error)) throw error
      const unavailable = new Problem('service_unavailable', {}, { cause: error })
      if (deadline.remainingMs() <= backoffMs * 2) throw unavailable
      await sleep(backoffMs * (0.5 + Math.random()))
      if (isDisconnected(error))
        while (!(await ping())) if (deadline.remainingMs() <= RECOVERY_MS) throw unavailable
    }
  }
}

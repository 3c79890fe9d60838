import { Semaphore, withTimeout } from 'async-mutex'
import { Problem } from '../../platform/problems.ts'

const MAX_WAIT_MS = 4_000

/** Runs a read that takes so many slots. @throws Problem `service_unavailable` when they are not free in time; what it throws */
export type InSlots = <T>(read: () => Promise<T>, slots?: number) => Promise<T>

/**
 * Bounds what is read at a time in this process. When the database does not answer one read, those that wait are refused with it: each
 * would have a time limit of its own then.
 */
export function createReadSlots(slots: number): InSlots {
  const unavailable = new Problem('service_unavailable')
  const semaphore = withTimeout(new Semaphore(slots, unavailable), MAX_WAIT_MS, unavailable)
  return async (read, wanted) =>
    semaphore.runExclusive(async () => {
      try {
        return await read()
      } catch (error) {
        if (error instanceof Problem && error.code === 'service_unavailable') semaphore.cancel()
        throw error
      }
    }, wanted)
}

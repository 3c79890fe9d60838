import { Semaphore, withTimeout } from 'async-mutex'
import { Problem } from '../../platform/problems.ts'
import { MAP_LIMITS } from './schema.ts'

/** What a process reads at a time, which bounds its memory: whole maps, and ideas of parts, each of which may have thousands of relations. */
export const MAP_READ_LIMITS = { maps: 4, ideasOfParts: 4 * MAP_LIMITS.nodes, waitMs: 4_000 } as const
/** After a read that ended well so recently another one fails by itself, as on a lock: the database answers. */
const ANSWERS_MS = 1_000

/**
 * Bounds what is read at a time in this process. When the database answers no read, those that wait are refused with the one that
 * found out, because each would have a time limit of its own. The returned function runs a read that takes so many slots.
 * @throws Problem `service_unavailable` when these are not free in time, or the database does not answer others; what the read throws
 */
export function createReadSlots(slots: number) {
  const unavailable = new Problem('service_unavailable')
  const semaphore = withTimeout(new Semaphore(slots, unavailable), MAP_READ_LIMITS.waitMs, unavailable)
  let answeredAt = -Infinity
  return async <T>(read: () => Promise<T>, wanted = 1): Promise<T> =>
    semaphore.runExclusive(async () => {
      try {
        const found = await read()
        answeredAt = performance.now()
        return found
      } catch (error) {
        const isUnavailable = error instanceof Problem && error.code === 'service_unavailable'
        if (isUnavailable && performance.now() - answeredAt > ANSWERS_MS) semaphore.cancel()
        throw error
      }
    }, wanted)
}

import { Problem } from './problems.ts'

/** Lets so many pieces of work run at a time, the others wait for their turn. */
export type Turns = Readonly<{
  /** @throws Problem `service_unavailable` when no turn came in time */
  take<T>(work: () => Promise<T>): Promise<T>
}>

/** First come, first served; nobody waits longer than `waitMs` (milliseconds). */
export function createTurns(size: number, waitMs: number): Turns {
  let free = size
  const waiting = new Set<() => void>()

  const enter = async (): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(admit)
        reject(new Problem('service_unavailable'))
      }, waitMs)
      const admit = (): void => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(admit)
    })
  }
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) {
      free += 1
    } else {
      waiting.delete(next)
      next()
    }
  }

  return {
    async take(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

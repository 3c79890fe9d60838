import { Problem } from '../problems.ts'

/** Lets the work of one owner happen one after another, in the order of asking. */
export type Lines = Readonly<{
  /** @throws Problem `service_unavailable` when the turn did not come within `waitMs` (milliseconds) */
  take<T>(owner: string, waitMs: number, work: () => Promise<T>): Promise<T>
}>

/** A line for each owner who has work; owners do not wait for each other. */
export function createLines(): Lines {
  const lines = new Map<string, Set<() => void>>()

  const enter = async (owner: string, waitMs: number): Promise<void> => {
    const waiting = lines.get(owner)
    if (waiting === undefined) {
      lines.set(owner, new Set())
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
  const leave = (owner: string): void => {
    const waiting = lines.get(owner)
    const next = waiting?.values().next().value
    if (next === undefined) {
      lines.delete(owner)
    } else {
      waiting?.delete(next)
      next()
    }
  }

  return {
    async take(owner, waitMs, work) {
      await enter(owner, waitMs)
      try {
        return await work()
      } finally {
        leave(owner)
      }
    },
  }
}

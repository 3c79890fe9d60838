import { createTurns, type Turns } from '../turns.ts'

/** Lets the work of one owner happen one after another, in the order of asking. */
export type Lines = Readonly<{
  /** @throws Problem `service_unavailable` when the turn did not come in time */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>
}>

/** A line for each owner who has work, waits of at most `waitMs` (milliseconds); owners do not wait for each other. */
export function createLines(waitMs: number): Lines {
  const lines = new Map<string, { turns: Turns; length: number }>()
  return {
    async take(owner, work) {
      const line = lines.get(owner) ?? { turns: createTurns(1, waitMs), length: 0 }
      lines.set(owner, line)
      line.length += 1
      try {
        return await line.turns.take(work)
      } finally {
        line.length -= 1
        if (line.length === 0) lines.delete(owner)
      }
    },
  }
}

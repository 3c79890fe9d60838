import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 10

/** One piece of long work goes on in each turn of the event loop. */
let lastTurn: Promise<void> = Promise.resolve()

/** Returns a function for the steps of long work: after every 10 ms it lets other work of the process run. */
export function createYield(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < SLICE_MS) return
    lastTurn = lastTurn.then(async () => setImmediate())
    await lastTurn
    begun = performance.now()
  }
}

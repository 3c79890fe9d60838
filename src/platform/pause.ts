import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 10

/** Returns a function for the steps of long work: after every 10 ms it lets other work of the process run. */
export function createPause(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < SLICE_MS) return
    await setImmediate()
    begun = performance.now()
  }
}

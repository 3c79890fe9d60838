import { setImmediate } from 'node:timers/promises'

/** Returns a function that lets other work of the process run on every so many calls. */
export function createPause(every: number): () => Promise<void> {
  let calls = 0
  return async () => {
    calls += 1
    if (calls % every === 0) await setImmediate()
  }
}

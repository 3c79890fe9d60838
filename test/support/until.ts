import { setTimeout as sleep } from 'node:timers/promises'

// Less than Mocha's time-out, so that the message is printed.
const WITHIN_MS = 60_000
const PAUSE_MS = 20

/** Waits until a condition holds. @throws Error that names the condition after the time limit */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = WITHIN_MS,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain: ${what}`)
    await sleep(PAUSE_MS)
  }
}

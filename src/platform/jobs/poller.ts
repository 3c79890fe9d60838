import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Runs the task, waits `intervalMs`, and repeats. Of consecutive failures only the first is logged. */
export function startPoller(work: () => Promise<void>, intervalMs: number, log: Logger) {
  const stopping = new AbortController()
  let isFailing = false
  let delay = new AbortController()

  const run = async (): Promise<void> => {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing && !stopping.signal.aborted)
        log.warn({ err: error }, 'background work fails and is retried')
      isFailing = true
    }
  }
  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      delay = new AbortController()
      await run()
      await setTimeout(intervalMs, undefined, { signal: delay.signal }).catch(() => undefined)
    }
  }
  const stopped = poll()
  return {
    /** Runs the task immediately, or right after the current run. */
    wake: (): void => delay.abort(),
    /** Stops after the current run. */
    async stop(): Promise<void> {
      stopping.abort()
      delay.abort()
      await stopped
    },
  }
}
export type Poller = ReturnType<typeof startPoller>

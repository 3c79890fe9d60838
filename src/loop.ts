import type { Logger } from 'pino'

/** A piece of work that is done again and again. */
export type Loop = Readonly<{
  /** Has it done once more soon: at once, or after the run that is under way. */
  wake(): void
  /** Ends after the run that is under way. */
  stop(): Promise<void>
}>

/** Does the work, rests so many milliseconds, and so on; what goes wrong is told when it begins to, not every time. */
export function startLoop(work: () => Promise<void>, restMs: number, log: Logger): Loop {
  const ending = new AbortController()
  let bell = Promise.withResolvers<void>()
  let failing = false

  const run = async (): Promise<void> => {
    try {
      await work()
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'background work waits')
      failing = true
    }
  }
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      bell = Promise.withResolvers<void>()
      await run()
      const timer = setTimeout(bell.resolve, restMs)
      if (!ending.signal.aborted) await bell.promise
      clearTimeout(timer)
    }
  }
  const ended = loop()
  return {
    wake: () => bell.resolve(),
    async stop() {
      ending.abort()
      bell.resolve()
      await ended
    },
  }
}

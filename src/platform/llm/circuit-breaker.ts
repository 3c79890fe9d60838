import { ProviderFailure } from './failure.ts'

/** `openMs`: for how long a failure opens the circuit; 0 if it does not. */
type Options = Readonly<{
  clock: () => number
  openMs: (failure: ProviderFailure) => number
  /** Called when the circuit opens. */
  opened: (failure: ProviderFailure, forMs: number) => void
}>

/**
 * A circuit breaker: while it is open no request is sent; then it is half-open and lets one trial request through, whose
 * success closes it.
 */
export function createCircuitBreaker({ clock, openMs, opened }: Options) {
  let openUntil = 0
  let isClosed = true
  let isTrying = false
  const isOpen = (): boolean => clock() < openUntil || (!isClosed && isTrying)

  const fail = (failure: ProviderFailure): void => {
    const forMs = openMs(failure)
    // An unusable response is a response; an aborted request had none.
    if (forMs === 0) isClosed ||= failure.reason !== 'aborted'
    else if (clock() >= openUntil) {
      isClosed = false
      openUntil = clock() + forMs
      opened(failure, forMs)
    }
  }

  return {
    isOpen,
    /** Undefined when the circuit is open. @throws what `request` throws */
    async run<T extends object>(request: () => Promise<T>): Promise<T | undefined> {
      if (isOpen()) return undefined
      const isTrial = !isClosed
      isTrying ||= isTrial
      try {
        const answer = await request()
        isClosed = true
        return answer
      } catch (error) {
        if (error instanceof ProviderFailure) fail(error)
        throw error
      } finally {
        if (isTrial) isTrying = false
      }
    },
  }
}

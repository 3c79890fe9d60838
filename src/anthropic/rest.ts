import type { Logger } from 'pino'
import type { Verdict } from './failure.ts'

/**
 * Whether Claude is left alone. After a failure that says something of the next questions, too, it is for a while; then one
 * question tries it, and the others are asked again when that was answered.
 */
export function createRest(log: Logger, clock: () => number) {
  let until = 0
  let isDoubtful = false
  let isTried = false
  const isOn = (): boolean => clock() < until || (isDoubtful && isTried)

  const judge = ({ failure, restMs }: Verdict): void => {
    if (restMs === 0 || clock() < until) return
    isDoubtful = true
    until = clock() + restMs
    log.warn({ reason: failure.reason, restMs }, `${failure.message}; it is asked nothing for a while`)
  }

  return {
    isOn,
    /** What came of a question, or nothing when it must not be asked now. @throws what `ask` throws */
    async unless<T extends object>(ask: () => Promise<T | Verdict>): Promise<T | Verdict | undefined> {
      if (isOn()) return undefined
      const tries = isDoubtful
      if (tries) isTried = true
      try {
        const answer = await ask()
        if ('failure' in answer) judge(answer)
        // Whatever it answered, it did.
        if (!('failure' in answer) || (answer.restMs === 0 && answer.failure.reason !== 'cancelled')) {
          isDoubtful = false
        }
        return answer
      } finally {
        if (tries) isTried = false
      }
    },
  }
}

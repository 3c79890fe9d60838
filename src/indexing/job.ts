import type { Attempt } from '../queue/queue.ts'
import type { OutboxStore, Stage, IdeaVersion } from './store.ts'

type Dependencies = Readonly<{
  stage: Stage
  outbox: Pick<OutboxStore, 'fail' | 'release'>
  /** Does what the stage is for; nothing when it is done already, or superseded by a newer version. May be repeated. */
  work: (written: IdeaVersion) => Promise<void>
  /** Whether the process is ending, so that failures say nothing about the job. */
  isClosing: () => boolean
  clock: () => number
}>

const MAX_ERROR = 500

/** One try at what a stage does for an idea; its row is given up after the last one. */
export function createJob({ stage, outbox, work, isClosing, clock }: Dependencies) {
  return async ({ ideaId, version, isLast }: Attempt): Promise<void> => {
    try {
      await work({ ideaId, version })
    } catch (error) {
      if (isClosing()) await outbox.release({ stage, ideaId, version, now: clock() })
      if (!isLast || isClosing()) throw error
      const message = error instanceof Error ? error.message : String(error)
      await outbox.fail({ stage, ideaId, version, error: message.slice(0, MAX_ERROR), now: clock() })
    }
  }
}

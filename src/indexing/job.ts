import { createBatches } from '../batches.ts'
import { createMemory } from '../memory.ts'
import type { Attempt } from '../queue/queue.ts'
import { embedInto, type EmbedderOf } from './passages.ts'
import type { IndexStore, OutboxStore, Result, Written } from './store.ts'

type Dependencies = Readonly<{
  outbox: Pick<OutboxStore, 'jobs' | 'storePassages' | 'settle' | 'fail' | 'release'>
  indexes: Pick<IndexStore, 'list'>
  embedderOf: EmbedderOf
  /** What is done with an idea that somebody wrote once it can be found by its meaning; may be done again. */
  afterwards: (idea: IndexedIdea) => Promise<void>
  /** Whether the process is ending, so that failures say nothing about the job. */
  isClosing: () => boolean
  clock: () => number
}>

/** An idea as it was when its passages were made. */
export type IndexedIdea = Readonly<{
  id: number
  userId: string
  title: string
  body: string
  version: number
}>

const MAX_ERROR = 500
/** Every transaction on a vector index costs, so results are written some at a time, though soon. */
const BATCH = 8
const READ_WAIT_MS = 10
const RESULT_WAIT_MS = 250
/** The indexes change seldom; a result for others than live is not written. */
const INDEXES_MS = 1_000
const MAX_TRIES = 3

/** What is done for an idea behind its writer's back: its passages get into every index that lives, and what follows. */
export function createJob({ outbox, indexes, embedderOf, afterwards, isClosing, clock }: Dependencies) {
  let underWay = 0
  const areAll = (waiting: number): boolean => waiting >= underWay
  const readings = createBatches({
    size: BATCH,
    waitMs: READ_WAIT_MS,
    areAll,
    async work(ideaIds: readonly number[]) {
      const rows = await outbox.jobs(ideaIds)
      return ideaIds.map((ideaId) => rows.get(ideaId))
    },
  })
  const results = createBatches({
    size: BATCH,
    waitMs: RESULT_WAIT_MS,
    areAll,
    async work(given: readonly Result[]) {
      // Of one idea the newest, and all in the order in which others lock ideas, too.
      const newest = new Map(given.toSorted((a, b) => a.version - b.version).map((one) => [one.ideaId, one]))
      const finished = await outbox.storePassages(
        [...newest.values()].toSorted((a, b) => a.ideaId - b.ideaId),
      )
      return given.map((one) => newest.get(one.ideaId) === one && finished.has(one.ideaId))
    },
  })
  const settlements = createBatches({
    size: BATCH,
    waitMs: RESULT_WAIT_MS,
    areAll,
    async work(given: readonly Written[]) {
      await outbox.settle(given.toSorted((a, b) => a.ideaId - b.ideaId))
      return given.map(() => undefined)
    },
  })
  const live = createMemory(INDEXES_MS, async () =>
    (await indexes.list()).filter(({ state }) => state !== 'retired'),
  )

  const run = async (ideaId: number): Promise<void> => {
    let version: number | undefined
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const row = await readings.add(ideaId)
      // Done by another, or about to be done for a newer version.
      if (row === undefined || row.version !== (version ?? row.version)) return
      version = row.version
      const all = await live.get()
      const slots = await embedInto(all, row, embedderOf)
      const indexIds = all.map(({ id }) => id)
      // What follows was done when it was written, unless there was no index at that time.
      const isAll = row.background && all.some(({ state }) => state === 'active')
      if (await results.add({ ideaId, version, indexIds, slots, isAll })) {
        if (isAll) return
        await afterwards({ id: ideaId, userId: row.userId, version, ...row.idea })
        return settlements.add({ ideaId, version })
      }
      live.forget()
    }
    throw new Error('the indexes change all the time')
  }

  return {
    /** Does the work of one row of the outbox; nothing when it is done already, or superseded by a newer one. */
    async run({ ideaId, version, isLast }: Attempt): Promise<void> {
      underWay += 1
      try {
        await run(ideaId)
      } catch (error) {
        if (isClosing()) await outbox.release(ideaId, version, clock())
        if (!isLast || isClosing()) throw error
        const message = error instanceof Error ? error.message : String(error)
        await outbox.fail({ ideaId, version, error: message.slice(0, MAX_ERROR), now: clock() })
      } finally {
        underWay -= 1
      }
    },
  }
}

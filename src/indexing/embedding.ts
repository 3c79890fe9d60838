import { setTimeout } from 'node:timers/promises'
import { createBatches } from '../batches.ts'
import { createMemory } from '../memory.ts'
import { embedInto, type EmbedderOf } from './passages.ts'
import type { IndexStore, OutboxStore, Result, IdeaVersion } from './store.ts'

type Dependencies = Readonly<{
  outbox: Pick<OutboxStore, 'jobs' | 'storePassages'>
  indexes: Pick<IndexStore, 'list'>
  embedderOf: EmbedderOf
  /** Tells that ideas can be enriched. */
  wakeEnrichment: () => void
  clock: () => number
}>

/** Every transaction on a vector index costs, so results are written some at a time, though soon. */
const BATCH = 8
const READ_WAIT_MS = 10
const RESULT_WAIT_MS = 250
/** The indexes change seldom; a result for others than live is not written. */
const INDEXES_MS = 1_000
const MAX_TRIES = 3
const QUIET_STEP_MS = 50

/** The first stage: the passages of an idea get into every index that lives. */
export function createEmbedding({ outbox, indexes, embedderOf, wakeEnrichment, clock }: Dependencies) {
  let underWay = 0
  const isBusy = (): boolean => underWay > 0
  const areAll = (waiting: number): boolean => waiting >= underWay
  const readings = createBatches({
    size: BATCH,
    waitMs: READ_WAIT_MS,
    areAll,
    async work(ideaIds: readonly number[]) {
      const rows = await outbox.jobs('indexing', ideaIds)
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
        clock(),
      )
      wakeEnrichment()
      return given.map((one) => newest.get(one.ideaId) === one && finished.has(one.ideaId))
    },
  })
  const live = createMemory(INDEXES_MS, async () =>
    (await indexes.list()).filter(({ state }) => state !== 'retired'),
  )

  const embed = async (ideaId: number): Promise<void> => {
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
      if (await results.add({ ideaId, version, indexIds, slots, isAll })) return
      live.forget()
    }
    throw new Error('the indexes change all the time')
  }

  return {
    async run({ ideaId }: IdeaVersion): Promise<void> {
      underWay += 1
      try {
        await embed(ideaId)
      } finally {
        underWay -= 1
      }
    },
    /** Waits until nothing is embedded here, so many milliseconds at most. @throws AbortError when the signal says so */
    async quiet(mostMs: number, signal: AbortSignal): Promise<void> {
      for (const end = performance.now() + mostMs; isBusy() && performance.now() < end;) {
        await setTimeout(QUIET_STEP_MS, undefined, { signal })
      }
      signal.throwIfAborted()
    },
  }
}

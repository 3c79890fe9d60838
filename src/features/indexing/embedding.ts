import { setTimeout } from 'node:timers/promises'
import { createMicroBatcher } from '../../platform/jobs/micro-batcher.ts'
import { embedInto, type EmbedderOf } from './passages.ts'
import type { IndexStore, OutboxStore, Result, IdeaVersion } from './store.ts'

type Dependencies = Readonly<{
  outbox: Pick<OutboxStore, 'jobs' | 'storePassages'>
  indexes: Pick<IndexStore, 'list'>
  embedderOf: EmbedderOf
  /** Called when ideas were embedded and proceed to the next stage. */
  onEmbedded: () => void
}>

/** Results are batched, because every transaction on a vector index is expensive; the waits bound the latency. */
const BATCH = 8
const READ_WAIT_MS = 10
const RESULT_WAIT_MS = 250
const MAX_TRIES = 3
const QUIET_STEP_MS = 50

/** The first stage: embeds the passages of an idea into every live index. */
export function createEmbedding({ outbox, indexes, embedderOf, onEmbedded }: Dependencies) {
  let running = 0
  const inFlight = (): number => running
  const rows = createMicroBatcher(
    async (ideaIds: readonly number[]) => {
      const [found, all] = await Promise.all([outbox.jobs('indexing', ideaIds), indexes.list()])
      const live = all.filter(({ state }) => state !== 'retired')
      return ideaIds.map((ideaId) => ({ row: found.get(ideaId), live }))
    },
    { size: BATCH, waitMs: READ_WAIT_MS, inFlight },
  )
  const results = createMicroBatcher(
    async (given: readonly Result[]) => {
      // Only the newest result of each idea, in the lock order of all statements that lock several ideas: ascending id.
      const newest = new Map(given.toSorted((a, b) => a.version - b.version).map((one) => [one.ideaId, one]))
      const written = await outbox.storePassages([...newest.values()].toSorted((a, b) => a.ideaId - b.ideaId))
      onEmbedded()
      return given.map((one) => newest.get(one.ideaId) === one && written.has(one.ideaId))
    },
    { size: BATCH, waitMs: RESULT_WAIT_MS, inFlight },
  )

  const embed = async (ideaId: number): Promise<void> => {
    let version: number | undefined
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { row, live } = await rows.add(ideaId)
      // Done by another process, or superseded by a newer version.
      if (row === undefined || row.version !== (version ?? row.version)) return
      version = row.version
      const slots = await embedInto(live, row, embedderOf)
      const indexIds = live.map(({ id }) => id)
      if (await results.add({ ideaId, version, indexIds, slots })) return
    }
    throw new Error('the indexes keep changing')
  }

  return {
    async run({ ideaId }: IdeaVersion): Promise<void> {
      running += 1
      try {
        await embed(ideaId)
      } finally {
        running -= 1
      }
    },
    /** Waits up to `mostMs` until this process embeds nothing. @throws AbortError when the signal aborts */
    async whenIdle(mostMs: number, signal: AbortSignal): Promise<void> {
      for (const end = performance.now() + mostMs; inFlight() > 0 && performance.now() < end;) {
        await setTimeout(QUIET_STEP_MS, undefined, { signal })
      }
      signal.throwIfAborted()
    },
  }
}
export type Embedding = ReturnType<typeof createEmbedding>

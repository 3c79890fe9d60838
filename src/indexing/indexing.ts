import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { startLoop, type Loop } from '../loop.ts'
import type { JobQueue } from '../queue/queue.ts'
import type { Embedders } from './embedders.ts'
import { createEmbedding } from './embedding.ts'
import { createEnrichment, type Enrich } from './enrichment.ts'
import { createJob } from './job.ts'
import { modelOf } from './passages.ts'
import { createRelay } from './relay.ts'
import type { FailedRow, IndexRow, IndexStore, OutboxStore, Slot, Stage, IdeaVersion } from './store.ts'
import { createUpkeep } from './upkeep.ts'

type Dependencies = Readonly<{
  outbox: OutboxStore
  indexes: IndexStore
  /** Their own for each stage, so that none waits for a place behind jobs of the other. */
  queues: Readonly<Record<Stage, JobQueue>>
  embedders: Embedders
  enrich: Enrich
  log: Logger
  clock: () => number
}>

/** The vectors that answer searches now. */
export type QueryVectors = Readonly<{ slot: Slot; embedQuery: (text: string) => Promise<number[]> }>

const CONCURRENCY = { indexing: 16, enrichment: 8 }
/** Few of the second, which goes slowly while there is something to embed: what somebody waits for shall get ahead soon. */
const ROOM = { indexing: 400, enrichment: 24 }
/** How long a piece of enrichment lets embedding go first: searches wait for that, and both want the same processors. */
const YIELD_MS = 5_000
/** How often the outbox is looked through for what no process has told of. */
const SWEEP_MS = 1_000
const UPKEEP_MS = 5_000
/** How long a search waits for what its user wrote just before, and what counts as that. */
const SETTLE_MS = 1_000
const SETTLE_STEP_MS = 20
const LATELY_MS = 10_000
/** How long jobs that are under way may take to end when the process is to. */
const GRACE_MS = 3_000

/** Background work: from the outbox over the queue into the indexes. */
export function createIndexing(deps: Dependencies) {
  const { outbox, indexes, queues, embedders, enrich, log, clock } = deps
  const ending = new AbortController()
  const upkeep = createUpkeep({ indexes, embedder: embedders.configured, log, clock })
  const loops: Loop[] = []
  const relays: Partial<Record<Stage, Loop>> = {}
  const begin = async (stage: Stage, work: (written: IdeaVersion) => Promise<void>): Promise<void> => {
    const queue = queues[stage]
    const job = createJob({ stage, outbox, work, isClosing: () => ending.signal.aborted, clock })
    await queue.work(job, CONCURRENCY[stage])
    const relay = startLoop(
      createRelay({ stage, room: ROOM[stage], store: outbox, queue, clock }).run,
      SWEEP_MS,
      log,
    )
    relays[stage] = relay
    loops.push(relay)
  }
  const wakeEnrichment = (): void => relays.enrichment?.wake()
  const embedding = createEmbedding({ outbox, indexes, embedderOf: embedders.of, wakeEnrichment, clock })

  return {
    /** Works until it is closed. */
    async start(): Promise<void> {
      await begin('indexing', embedding.run)
      await begin(
        'enrichment',
        createEnrichment({ outbox, enrich, turn: async () => embedding.quiet(YIELD_MS, ending.signal) }),
      )
      loops.push(startLoop(upkeep.run, UPKEEP_MS, log))
    },
    /** Tells that something new is in the outbox. */
    wake: (): void => relays.indexing?.wake(),
    /** Waits until what a user wrote in the last seconds is found by its meaning, a second at most. */
    async settled(userId: string): Promise<void> {
      const end = performance.now() + SETTLE_MS
      while ((await outbox.isPending(userId, clock() - LATELY_MS)) && performance.now() < end) {
        await setTimeout(SETTLE_STEP_MS)
      }
    },
    /** The index that answers, undefined before there is one. */
    async queryVectors(): Promise<QueryVectors | undefined> {
      const active = (await indexes.list()).find(({ state }) => state === 'active')
      if (active === undefined) return undefined
      return { slot: active.slot, embedQuery: async (text) => embedders.of(modelOf(active)).embedQuery(text) }
    },
    jobs: {
      counts: async () => outbox.counts(),
      failed: async (): Promise<FailedRow[]> => outbox.failed(),
      retry: async (ideaIds: number[] | null): Promise<number> => outbox.retry(ideaIds),
    },
    rebuild: upkeep.rebuild,
    building: upkeep.building,
    progress: upkeep.progress,
    async close(): Promise<void> {
      ending.abort()
      await Promise.all(loops.map(async ({ stop }) => stop()))
      const idle = Promise.all(Object.values(queues).map(async (queue) => queue.close()))
      await Promise.race([idle, setTimeout(GRACE_MS, undefined, { ref: false })])
      // What still hangs at an endpoint ends now, and is begun again by the next process.
      await embedders.close()
      await idle
    },
  }
}
export type Indexing = ReturnType<typeof createIndexing>

/** The slots of the indexes that live, the one that answers first. */
export function slotsOf(all: readonly IndexRow[]): Slot[] {
  const live = all.filter(({ state }) => state !== 'retired')
  return live
    .toSorted((a, b) => Number(b.state === 'active') - Number(a.state === 'active'))
    .map(({ slot }) => slot)
}

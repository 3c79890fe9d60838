import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createBackground } from '../../platform/jobs/background.ts'
import { startPoller, type Poller } from '../../platform/jobs/poller.ts'
import type { Embedder } from '../../platform/embeddings/embedder.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Embedders } from './embedders.ts'
import { createEmbedding } from './embedding.ts'
import { modelOf } from './passages.ts'
import { createStages, type Steps } from './stages.ts'
import {
  StageName,
  type IdeaVersion,
  type IndexRow,
  type IndexStore,
  type OutboxStore,
  type Slot,
} from './store.ts'
import { createUpkeep } from './upkeep.ts'

type Dependencies = Readonly<{
  outbox: OutboxStore
  indexes: IndexStore
  startQueue: Platform['startQueue']
  embedders: Embedders
  log: Logger
  clock: () => number
}>

/** The active vector index, the time since which writes may be missing in it, and its query embedder. */
export type QueryEmbedder = Readonly<{
  slot: Slot
  id: string
  lately: number
  embedQuery: Embedder['embedQuery']
}>

const UPKEEP_MS = 5_000
/** Jobs of one user's requests that go before those of imports. */
const URGENT_JOBS = 500
/** How long a search waits for the user's recent writes, and which writes are recent. */
const SETTLE_MS = 1_000
/** The first wait between two looks; each further one is twice as long. */
const SETTLE_STEP_MS = 20
const LATELY_MS = 10_000
/** How long it is remembered that no index is active. */
const NONE_MS = 1_000
/** How long the start waits for the first vector index, for which its model must answer. */
const FIRST_INDEX_MS = 10_000
/** Grace period of running jobs at shutdown. */
const GRACE_MS = 3_000

/** Runs background work: embedding, comparison and tagging of ideas, and maintenance of the vector indexes. */
export function createIndexing(deps: Dependencies) {
  const { outbox, indexes, startQueue, embedders, log, clock } = deps
  const upkeep = createUpkeep({ indexes, embedder: embedders.configured, log, clock })
  let background: ReturnType<typeof createBackground<StageName, IdeaVersion>> | undefined
  let upkeepPoller: Poller | undefined
  let active: IndexRow | undefined
  let outdatedAt = 0
  const onEmbedded = (): void => background?.wake('enrichment')
  const embedding = createEmbedding({ outbox, indexes, embedderOf: embedders.of, onEmbedded })

  const tidy = async (): Promise<void> => {
    for (const stage of StageName.options) await outbox.demote(stage, URGENT_JOBS)
    await upkeep.run()
  }

  const beginFirst = async (): Promise<void> => {
    if ((await indexes.list()).length === 0) await upkeep.run()
  }

  return {
    /** Makes the vector index of a new database, unless that fails or takes longer than ten seconds: then it is made later. */
    async createFirstIndex(): Promise<void> {
      // The background work does it again, and tells why it fails.
      const made = beginFirst().catch(() => undefined)
      await Promise.race([made, setTimeout(FIRST_INDEX_MS, undefined, { ref: false })])
    },
    /** Starts the stages; `steps` are those of other features, which run once an idea is embedded. */
    async start(steps: Steps): Promise<void> {
      const stages = createStages({ outbox, embedding, ...steps })
      background = createBackground({ stages, outbox, startQueue, log })
      await background.start()
      upkeepPoller = startPoller(tidy, UPKEEP_MS, log)
    },
    /** Announces new jobs in the outbox. */
    wake: (): void => background?.wake('indexing'),
    /** Waits up to a second until the user's writes of the last ten seconds can be found by meaning. */
    async settled(userId: string): Promise<void> {
      const end = performance.now() + SETTLE_MS
      let stages = await outbox.recentStages(userId, clock() - LATELY_MS)
      for (let stepMs = SETTLE_STEP_MS; stages.includes('indexing') && performance.now() < end; stepMs *= 2) {
        await setTimeout(Math.min(stepMs, end - performance.now()))
        stages = await outbox.recentStages(userId, clock() - LATELY_MS)
      }
      if (stages.length === 0) return
      // It takes locks, whose loss or length must not fail or delay a search.
      const applied = outbox.applied(userId, clock() - SETTLE_MS).catch(() => undefined)
      await Promise.race([
        applied,
        setTimeout(Math.max(0, end - performance.now()), undefined, { ref: false }),
      ])
    },
    /** The active index as known from an earlier look, unless `again`; undefined before there is one. Statements verify its id. */
    async queryVectors(again = false): Promise<QueryEmbedder | undefined> {
      if (again || performance.now() >= outdatedAt) {
        active = (await indexes.list()).find(({ state }) => state === 'active')
        outdatedAt = active === undefined ? performance.now() + NONE_MS : Infinity
      }
      if (active === undefined) return undefined
      const { slot, id } = active
      const model = modelOf(active)
      return {
        slot,
        id,
        lately: clock() - LATELY_MS,
        // Looked up when it is needed: a model that is no longer set up is one that does not answer.
        embedQuery: async (...query) => embedders.of(model).embedQuery(...query),
      }
    },
    jobs: { counts: outbox.counts, failed: outbox.failed, retry: outbox.retry },
    rebuild: upkeep.rebuild,
    building: upkeep.building,
    switch: upkeep.switch,
    progress: upkeep.progress,
    async close(): Promise<void> {
      const idle = Promise.all([background?.close(), upkeepPoller?.stop()])
      await Promise.race([idle, setTimeout(GRACE_MS, undefined, { ref: false })])
      // Fails jobs that still wait for an endpoint, so that they return to the queue.
      await embedders.close()
      await idle
    },
  }
}
export type Indexing = ReturnType<typeof createIndexing>

/** The slots of the live indexes, the active one first. */
export function slotsOf(all: readonly IndexRow[]): Slot[] {
  const live = all.filter(({ state }) => state !== 'retired')
  return live
    .toSorted((a, b) => Number(b.state === 'active') - Number(a.state === 'active'))
    .map(({ slot }) => slot)
}

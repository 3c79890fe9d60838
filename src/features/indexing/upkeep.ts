import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Embedder, EmbeddingModel } from '../../platform/embeddings/embedder.ts'
import { modelOf } from './passages.ts'
import { Slot, type IndexRow, type IndexStore } from './store.ts'

type Dependencies = Readonly<{
  indexes: IndexStore
  /** The embedder of the configured model. */
  embedder: Pick<Embedder, 'model'>
  log: Logger
  clock: () => number
}>

const PAGE = 200
/** Maximum number of re-indexing jobs in the outbox, so that it stays short. */
const FED_AT_MOST = 400

/**
 * Maintains the vector indexes: builds an index for the configured model while that of a former model stays active, switches
 * to it, and removes the old one. All steps are idempotent and may run in several processes.
 */
export function createUpkeep({ indexes, embedder, log, clock }: Dependencies) {
  const begin = async (model: EmbeddingModel, slot: Slot): Promise<void> => {
    const { name, url, dimensions } = model
    if (await indexes.begin({ slot, id: randomUUID(), model: name, url, dimensions, now: clock() })) {
      log.info({ model: name, dimensions }, 'building an index')
    }
  }

  /** The index that lacks nothing but ideas whose jobs were given up. */
  let stuck: string | undefined

  /**
   * Adds jobs to the outbox; switches once a whole pass over the ideas found nothing to do, unless searches would lose ideas whose jobs
   * were given up: the new model may have refused them all.
   */
  const build = async (index: IndexRow): Promise<void> => {
    if (stuck === index.id && (await indexes.lacking(index)) > 0) return
    for (;;) {
      if ((await indexes.waiting()) > FED_AT_MOST) return
      const fed = await indexes.feed(index, PAGE, clock())
      if (fed === undefined) return
      if (fed.read > 0) continue
      if (fed.fedInPass > 0 || !(await indexes.isOnline(index.slot))) return
      const lacking = await indexes.lacking(index)
      stuck = lacking > 0 ? index.id : undefined
      if (stuck !== undefined) {
        log.warn(
          { model: index.model, lacking },
          'an index lacks ideas whose jobs were given up, and does not answer yet',
        )
        return
      }
      await indexes.switch(index)
      log.info({ model: index.model, dimensions: index.dimensions }, 'an index is complete and answers now')
      return
    }
  }

  const clear = async (slot: Slot, retired: IndexRow | undefined): Promise<void> => {
    await indexes.removePassages(slot)
    if (retired === undefined) return
    await indexes.drop(slot)
    await indexes.remove(retired)
  }

  return {
    /** Starts another index for the active index's model, if a slot is free. */
    async rebuild(): Promise<void> {
      const all = await indexes.list()
      const active = all.find(({ state }) => state === 'active')
      const slot = freeSlot(all)
      if (active !== undefined && slot !== undefined) await begin(modelOf(active), slot)
    },
    /** Switches to an index although it lacks ideas. */
    switch: async (id: string): Promise<void> => {
      const index = (await indexes.list()).find((one) => one.id === id)
      if (index !== undefined) await indexes.switch(index)
    },
    building: async (): Promise<IndexRow | undefined> =>
      (await indexes.list()).find(({ state }) => state === 'building'),
    /** The progress of an index, in ideas; undefined if it was retired. It is stuck when it lacks only ideas whose jobs were given up. */
    async progress(id: string) {
      const index = (await indexes.list()).find((one) => one.id === id)
      if (index === undefined || index.state === 'retired') return undefined
      const { total = 0, unread = 0, waiting = 0 } = (await indexes.progress(index.slot)) ?? {}
      const lacking = await indexes.lacking(index)
      const done = Math.max(0, total - unread - waiting)
      const isComplete = index.state === 'active'
      return { isComplete, total, done, lacking, isStuck: lacking > 0 && unread + waiting === 0 }
    },
    /** @throws EmbeddingsUnavailable, and errors of Neo4j */
    async run(): Promise<void> {
      let all = await indexes.list()
      for (const slot of Slot.options) {
        const index = all.find((one) => one.slot === slot)
        if (index === undefined || index.state === 'retired') await clear(slot, index)
      }
      const model = await embedder.model()
      all = await indexes.list()
      const building = all.find(({ state }) => state === 'building')
      const active = all.find(({ state }) => state === 'active')
      if (building !== undefined && !isOf(building, model)) {
        // While the active index's model did not answer, ideas lost the passages of their former texts there.
        if (active !== undefined) while ((await indexes.feed(active, PAGE, clock()))?.read);
        await indexes.retire(building)
        return
      }
      const slot = freeSlot(all)
      if (building === undefined && slot !== undefined && (active === undefined || !isOf(active, model))) {
        await begin(model, slot)
        all = await indexes.list()
      }
      for (const { slot, dimensions, state } of all) {
        if (state !== 'retired') await indexes.create(slot, dimensions)
      }
      const growing = all.find(({ state }) => state === 'building')
      if (growing !== undefined) await build(growing)
    },
  }
}

function freeSlot(all: readonly IndexRow[]): Slot | undefined {
  return Slot.options.find((slot) => all.every((index) => index.slot !== slot))
}

function isOf(index: IndexRow, { name, url, dimensions }: EmbeddingModel): boolean {
  return index.model === name && index.url === url && index.dimensions === dimensions
}

import type { Embedder, EmbeddingModel, ModelIdentity, PassageText } from '../embeddings/embedder.ts'
import type { Attempt } from '../queue/queue.ts'
import {
  labelOf,
  type IndexRow,
  type IndexStore,
  type JobRow,
  type OutboxStore,
  type SlotResult,
} from './store.ts'

/** The embedder of a model: of the one that is set up, or of one that an index still has. */
export type EmbedderOf = (model: ModelIdentity) => Embedder

type Dependencies = Readonly<{
  outbox: Pick<OutboxStore, 'job' | 'finish' | 'fail'>
  indexes: Pick<IndexStore, 'list'>
  embedderOf: EmbedderOf
  /** Whether the process is ending, so that failures say nothing about the job. */
  isClosing: () => boolean
  clock: () => number
}>

const MAX_ERROR = 500

/** What is done for an idea behind its writer's back: its passages get into every index that lives. */
export function createJob({ outbox, indexes, embedderOf, isClosing, clock }: Dependencies) {
  const inSlot = async (index: IndexRow, { idea, passages }: JobRow): Promise<SlotResult> => {
    const label = labelOf(index.slot)
    const embedder = embedderOf(modelOf(index))
    const there = new Set(passages.filter(({ slot }) => slot === index.slot).map(({ hash }) => hash))
    const wanted = unique(await embedder.split(idea))
    const fresh = [...wanted.entries()].filter(([, { hash }]) => !there.has(hash))
    const vectors = await embedder.embedPassages(fresh.map(([, { input }]) => input))
    if (vectors.some(({ length }) => length !== index.dimensions)) {
      throw new Error(`${index.model} gives vectors of another length than those of its index`)
    }
    const added = fresh.map(([position, { text, hash }], place) => ({
      position,
      text,
      hash,
      embedding: vectors[place] ?? [],
    }))
    return { label, hashes: wanted.map(({ hash }) => hash), added }
  }

  const run = async (ideaId: number): Promise<void> => {
    const row = await outbox.job(ideaId)
    if (row === undefined) return
    const live = (await indexes.list()).filter(({ state }) => state !== 'retired')
    const slots: SlotResult[] = []
    for (const index of live) {
      try {
        slots.push(await inSlot(index, row))
      } catch (error) {
        // An index that another is taking the place of may lose its model: it must not show what is no longer so.
        const isLeaving = index.state === 'active' && live.length > 1
        if (!isLeaving) throw error
        slots.push({ label: labelOf(index.slot), hashes: [], added: [] })
      }
    }
    const { version } = row
    const finished = await outbox.finish({ ideaId, version, indexIds: live.map(({ id }) => id), slots })
    if (finished) return
    const now = await outbox.job(ideaId)
    if (now?.version === version) throw new Error('the indexes changed meanwhile')
  }

  return {
    /** Does the work of one row of the outbox; nothing when it is done already, or superseded by a newer one. */
    async run({ ideaId, version, isLast }: Attempt): Promise<void> {
      try {
        await run(ideaId)
      } catch (error) {
        if (!isLast || isClosing()) throw error
        const message = error instanceof Error ? error.message : String(error)
        await outbox.fail({ ideaId, version, error: message.slice(0, MAX_ERROR), now: clock() })
      }
    },
  }
}

/** The model that is stamped on an index. */
export function modelOf({ model: name, url, dimensions }: IndexRow): EmbeddingModel {
  return { name, url, dimensions }
}

/** A passage that comes twice is found once. */
function unique(passages: readonly PassageText[]): PassageText[] {
  return [...new Map(passages.map((passage) => [passage.hash, passage])).values()]
}

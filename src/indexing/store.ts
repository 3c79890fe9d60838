import { z } from 'zod'
import { PASSAGE_LABELS, PassageLabel } from '../graph-names.ts'
import { isTaken } from '../graph/failures.ts'
import type { Graph } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

/** The two places for the passages of a model and their vector index. */
export const Slot = z.enum(['a', 'b'])
export type Slot = z.infer<typeof Slot>

/** What is done with a row: its idea gets its passages first, then what follows from them. */
export const Stage = z.enum(['indexing', 'enrichment'])
export type Stage = z.infer<typeof Stage>

const DueRow = z.strictObject({ ideaId: z.int(), version: z.int(), attempt: z.int(), rank: z.int() })
/** A row of the outbox as the queue needs it. */
export type DueRow = z.infer<typeof DueRow>

const JobRow = z.strictObject({
  ideaId: z.int(),
  userId: z.string(),
  version: z.int(),
  background: z.boolean(),
  idea: z.strictObject({ title: z.string(), body: z.string() }),
  passages: z.array(z.strictObject({ hash: z.string(), slot: Slot })),
})
/** What a job finds: the idea now, and the passages that are there. */
export type JobRow = z.infer<typeof JobRow>

const IndexRow = z.strictObject({
  slot: Slot,
  id: z.string(),
  model: z.string(),
  url: z.string().nullable(),
  dimensions: z.int(),
  /** `building` is filled in the background, `active` answers, `retired` is being removed. */
  state: z.enum(['building', 'active', 'retired']),
})
/** An index with the model that is stamped on it. */
export type IndexRow = z.infer<typeof IndexRow>

const FailedRow = z.strictObject({
  ideaId: z.int(),
  userId: z.string(),
  error: z.string(),
  failedAt: z.int(),
  attempt: z.int(),
})
export type FailedRow = z.infer<typeof FailedRow>

const Added = z.object({
  position: int,
  text: z.string(),
  hash: z.string(),
  embedding: z.array(z.number()),
})
const SlotResult = z.object({ label: PassageLabel, hashes: z.array(z.string()), added: z.array(Added) })
/** The passages of an idea in one slot: the hashes of all in their order, and those that are new. */
export type SlotResult = z.input<typeof SlotResult>

const Result = z.object({
  ideaId: int,
  version: int,
  /** The ids of the live indexes, that of slot a first. */
  indexIds: z.array(z.string()),
  slots: z.array(SlotResult),
  /** Whether nothing more is to be done for the idea. */
  isAll: z.boolean(),
})
/** The passages that a job has made of an idea. */
export type Result = z.input<typeof Result>

/** An idea as it was at a write. */
export type IdeaVersion = Readonly<{ ideaId: number; version: number }>

const ideaIds = z.array(int)
const index = { slot: Slot, id: z.string() }
const one = z.strictObject({ slot: Slot })
const idRow = z.strictObject({ id: z.int() })
const batch = { limit: int }
const removed = z.strictObject({ removed: z.int() })
const nothing = z.strictObject({})

/** Every statement about background work and its indexes. */
export const indexingQueries = {
  due: defineQuery(
    'indexing/due.cypher',
    { stage: Stage, now: int, limit: int },
    z.strictObject({ row: DueRow }),
  ),
  claim: defineQuery(
    'indexing/claim.cypher',
    { stage: Stage, ideaIds, now: int, until: int },
    z.strictObject({ row: DueRow }),
  ),
  extend: defineQuery(
    'indexing/extend.cypher',
    { stage: Stage, ideaIds, now: int, until: int },
    z.strictObject({ extended: z.int() }),
  ),
  jobs: defineQuery('indexing/jobs.cypher', { stage: Stage, ideaIds }, JobRow),
  storePassages: defineQuery('indexing/store-passages.cypher', { results: z.array(Result), now: int }, idRow),
  settle: defineQuery('indexing/settle.cypher', { ideaId: int, version: int }, idRow),
  fail: defineQuery(
    'indexing/fail.cypher',
    { stage: Stage, ideaId: int, version: int, error: z.string(), now: int },
    idRow,
  ),
  release: defineQuery(
    'indexing/release.cypher',
    { stage: Stage, ideaId: int, version: int, now: int },
    idRow,
  ),
  failed: defineQuery('indexing/failed.cypher', batch, z.strictObject({ job: FailedRow })),
  retry: defineQuery(
    'indexing/retry.cypher',
    { ideaIds: ideaIds.nullable(), ...batch },
    z.strictObject({ retried: z.int() }),
  ),
  counts: defineQuery('indexing/counts.cypher', {}, z.strictObject({ pending: z.int(), failed: z.int() })),
  pending: defineQuery(
    'indexing/pending.cypher',
    { userId: z.string(), since: int },
    z.strictObject({ pending: z.int() }),
  ),
  indexes: defineQuery('indexing/indexes.cypher', {}, z.strictObject({ index: IndexRow })),
  begin: defineQuery(
    'indexing/begin.cypher',
    { ...index, model: z.string(), url: z.string().nullable(), dimensions: int, now: int },
    one,
  ),
  feed: defineQuery(
    'indexing/feed.cypher',
    { ...index, label: PassageLabel, limit: int, now: int },
    z.strictObject({ read: z.int(), fedInPass: z.int() }),
  ),
  switch: defineQuery('indexing/switch.cypher', index, one),
  retire: defineQuery('indexing/retire.cypher', index, one),
  removeIndex: defineQuery('indexing/remove-index.cypher', index, one),
  removePassagesA: defineQuery('indexing/remove-passages-a.cypher', batch, removed),
  removePassagesB: defineQuery('indexing/remove-passages-b.cypher', batch, removed),
  state: defineQuery('indexing/index-state.cypher', { slot: Slot }, z.strictObject({ state: z.string() })),
  progress: defineQuery(
    'indexing/progress.cypher',
    { slot: Slot },
    z.strictObject({
      index: IndexRow.pick({ id: true, state: true, model: true }),
      total: z.int(),
      unread: z.int(),
      waiting: z.int(),
    }),
  ),
}

/** Statements that change the schema while the service runs: the dimensions are the model's. */
export const vectorIndexQueries = {
  createA: defineQuery('indexing/create-index-a.cypher', { dimensions: int }, nothing),
  createB: defineQuery('indexing/create-index-b.cypher', { dimensions: int }, nothing),
  dropA: defineQuery('indexing/drop-index-a.cypher', {}, nothing),
  dropB: defineQuery('indexing/drop-index-b.cypher', {}, nothing),
}

const LIMIT = 1_000
const OF_SLOT = {
  a: {
    create: vectorIndexQueries.createA,
    drop: vectorIndexQueries.dropA,
    remove: indexingQueries.removePassagesA,
  },
  b: {
    create: vectorIndexQueries.createB,
    drop: vectorIndexQueries.dropB,
    remove: indexingQueries.removePassagesB,
  },
}

/** Which rows to move on, and when they are due again if nothing comes of it. */
type Lease = Readonly<{ stage: Stage; ideaIds: number[]; now: number; until: number }>

/** Rows of the outbox: what is due, claimed, finished and given up. */
export function createOutboxStore({ read, change }: Graph) {
  return {
    due: async (stage: Stage, now: number, limit: number): Promise<DueRow[]> =>
      (await read(indexingQueries.due, { stage, now, limit })).map(({ row }) => row),
    claim: async (lease: Lease): Promise<DueRow[]> =>
      (await change(indexingQueries.claim, lease)).map(({ row }) => row),
    extend: async (lease: Lease) => change(indexingQueries.extend, lease),
    /** What is to be done for some ideas; nothing for those without a row in that stage. */
    jobs: async (stage: Stage, ids: readonly number[]): Promise<Map<number, JobRow>> => {
      const rows = await read(indexingQueries.jobs, { stage, ideaIds: [...ids] })
      return new Map(rows.map((row) => [row.ideaId, row]))
    },
    /**
     * Writes results, one of an idea, and answers the ids of their ideas but for those where the idea or the indexes are no
     * longer what they were: for these nothing is written.
     */
    storePassages: async (results: readonly Result[], now: number): Promise<Set<number>> => {
      const rows = await change(indexingQueries.storePassages, { results: [...results], now })
      return new Set(rows.map(({ id }) => id))
    },
    /** Removes the row of an idea for which nothing is left to do. */
    settle: async (written: IdeaVersion) => change(indexingQueries.settle, written),
    fail: async (failure: z.input<typeof indexingQueries.fail.params>) =>
      change(indexingQueries.fail, failure),
    /** Has a row be due now that was claimed for later. */
    release: async (row: z.input<typeof indexingQueries.release.params>) =>
      change(indexingQueries.release, row),
    failed: async (): Promise<FailedRow[]> =>
      (await read(indexingQueries.failed, { limit: LIMIT })).map(({ job }) => job),
    /** How many failed jobs are due again; null names all. */
    retry: async (ideaIds: number[] | null): Promise<number> =>
      (await change(indexingQueries.retry, { ideaIds, limit: 1_000_000 }))[0]?.retried ?? 0,
    counts: async () => (await read(indexingQueries.counts, {}))[0] ?? { pending: 0, failed: 0 },
    /** Whether an idea that a user wrote since a moment waits. */
    isPending: async (userId: string, since: number): Promise<boolean> =>
      (await read(indexingQueries.pending, { userId, since }))[0]?.pending === 1,
  }
}
export type OutboxStore = ReturnType<typeof createOutboxStore>

/** The life of the vector indexes. */
export function createIndexStore({ read, change }: Graph) {
  return {
    list: async (): Promise<IndexRow[]> =>
      (await read(indexingQueries.indexes, {})).map(({ index: row }) => row),
    /** False when the slot is taken. */
    begin: async (row: z.input<typeof indexingQueries.begin.params>): Promise<boolean> => {
      try {
        return (await change(indexingQueries.begin, row)).length > 0
      } catch (error) {
        if (isTaken(error)) return false
        throw error
      }
    },
    create: async (slot: Slot, dimensions: number) => change(OF_SLOT[slot].create, { dimensions }),
    isOnline: async (slot: Slot): Promise<boolean> =>
      (await read(indexingQueries.state, { slot }))[0]?.state === 'ONLINE',
    drop: async (slot: Slot) => change(OF_SLOT[slot].drop, {}),
    feed: async ({ slot, id }: IndexRow, limit: number, now: number) =>
      (await change(indexingQueries.feed, { slot, id, label: PASSAGE_LABELS[slot], limit, now }))[0],
    switch: async ({ slot, id }: IndexRow) => change(indexingQueries.switch, { slot, id }),
    retire: async ({ slot, id }: IndexRow) => change(indexingQueries.retire, { slot, id }),
    remove: async ({ slot, id }: IndexRow) => change(indexingQueries.removeIndex, { slot, id }),
    /** Removes what passages are left of an index that does not live. */
    removePassages: async (slot: Slot): Promise<void> => {
      while (((await change(OF_SLOT[slot].remove, { limit: LIMIT }))[0]?.removed ?? 0) > 0);
    },
    progress: async (slot: Slot) => (await read(indexingQueries.progress, { slot }))[0],
  }
}
export type IndexStore = ReturnType<typeof createIndexStore>

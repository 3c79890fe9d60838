import { z } from 'zod'
import { PASSAGE_LABELS, PassageLabel } from './schema.ts'
import { isUniquenessViolation } from '../../platform/graph/failures.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, inBatches, int, planAtStart, queriesIn } from '../../platform/graph/query.ts'
import type { Failure } from '../../platform/jobs/background.ts'
import type { Job } from '../../platform/jobs/queue.ts'

const query = queriesIn('indexing')

/** One of the two vector indexes with their passages. */
export const Slot = z.enum(['a', 'b'])
export type Slot = z.infer<typeof Slot>

/** The stages of background work, defined in stages.ts. */
export const StageName = z.enum(['indexing', 'enrichment'])
export type StageName = z.infer<typeof StageName>

const NextRow = z.strictObject({ ideaId: z.int(), version: z.int(), retry: z.int(), priority: z.int() })

const JobRow = z.strictObject({
  ideaId: z.int(),
  userId: z.string(),
  version: z.int(),
  idea: z.strictObject({ title: z.string(), body: z.string() }),
  passages: z.array(z.strictObject({ hash: z.string(), slot: Slot })),
})
/** An idea with its existing passages. */
export type JobRow = z.infer<typeof JobRow>

const IndexRow = z.strictObject({
  slot: Slot,
  id: z.string(),
  model: z.string(),
  url: z.string().nullable(),
  dimensions: z.int(),
  /** `building`: being filled in the background; `active`: used for searches; `retired`: being removed. */
  state: z.enum(['building', 'active', 'retired']),
})
/** An index with its model. */
export type IndexRow = z.infer<typeof IndexRow>

const FailedRow = z.strictObject({
  ideaId: z.int(),
  userId: z.string(),
  error: z.string(),
  failedAt: z.int(),
  attempts: z.int(),
})
export type FailedRow = z.infer<typeof FailedRow>

const Added = z.object({ position: int, text: z.string(), hash: z.string(), embedding: z.array(z.number()) })
const SlotResult = z.object({ label: PassageLabel, hashes: z.array(z.string()), added: z.array(Added) })
/** The passages of an idea in one slot: the hashes of all in order, and the new ones. */
export type SlotResult = z.input<typeof SlotResult>

const Result = z.object({
  ideaId: int,
  version: int,
  /** The ids of the live indexes, slot a first. */
  indexIds: z.array(z.string()),
  slots: z.array(SlotResult),
})
/** The result of an embedding job. */
export type Result = z.input<typeof Result>

/** A version of an idea. */
export type IdeaVersion = Readonly<{ ideaId: number; version: number }>

const ideaIds = z.array(int)
const index = { slot: Slot, id: z.string() }
const one = column('slot', Slot)
const idRow = column('id', z.int())
const batch = { limit: int }
const removed = column('removed', z.int())
const nothing = z.strictObject({})

/** The statements on background work and vector indexes. */
export const indexingQueries = {
  next: query('next', { stage: StageName, limit: int }, column('row', NextRow)),
  demote: query('demote', { stage: StageName, urgent: int, ...batch }, column('demoted', z.int())),
  jobs: query('jobs', { stage: StageName, ideaIds }, JobRow),
  storePassages: query('store-passages', { results: z.array(Result), now: int }, idRow),
  settle: query('settle', { ideaId: int, version: int }, idRow),
  giveUp: query(
    'give-up',
    { stage: StageName, ideaId: int, version: int, error: z.string(), attempts: int, now: int },
    idRow,
  ),
  failed: query('failed', batch, column('job', FailedRow)),
  retry: query(
    'retry',
    { ideaIds: ideaIds.nullable(), firstWaitMs: int.nullable(), most: int, now: int, ...batch },
    column('retried', z.int()),
  ),
  counts: query('counts', {}, z.strictObject({ pending: z.int(), failed: z.int() })),
  recentStages: query('recent-stages', { userId: z.string(), since: int }, column('stage', StageName)),
  applied: query('applied', { userId: z.string(), since: int }, column('rows', z.int())),
  appliedOf: query('applied-of', { ideaId: int }, column('ideaId', z.int())),
  indexes: query('indexes', {}, column('index', IndexRow)),
  begin: query(
    'begin',
    { ...index, model: z.string(), url: z.string().nullable(), dimensions: int, now: int },
    one,
  ),
  feed: query(
    'feed',
    { ...index, state: IndexRow.shape.state, label: PassageLabel, limit: int, now: int },
    z.strictObject({ read: z.int(), fedInPass: z.int() }),
  ),
  lacking: query('lacking', { label: PassageLabel }, column('lacking', z.int())),
  switch: query('switch', index, one),
  retire: query('retire', index, one),
  removeIndex: query('remove-index', index, one),
  removePassagesA: query('remove-passages-a', batch, removed),
  removePassagesB: query('remove-passages-b', batch, removed),
  state: query('index-state', { slot: Slot }, column('state', z.string())),
  waiting: query('waiting', {}, column('waiting', z.int())),
  progress: query(
    'progress',
    { slot: Slot },
    z.strictObject({
      index: IndexRow.pick({ id: true, state: true, model: true }),
      total: z.int(),
      unread: z.int(),
      waiting: z.int(),
    }),
  ),
}
const { jobs, storePassages, settle, recentStages, applied, appliedOf } = indexingQueries
planAtStart({ jobs, storePassages, settle, recentStages, applied, appliedOf }, 'alone')

/** Statements that change the schema at run time, because the dimensions depend on the model. */
export const vectorIndexQueries = {
  createA: query('create-index-a', { dimensions: int }, nothing),
  createB: query('create-index-b', { dimensions: int }, nothing),
  dropA: query('drop-index-a', {}, nothing),
  dropB: query('drop-index-b', {}, nothing),
}

const LIMIT = 1_000
/** Given-up jobs are retried by themselves, because what they need may be there again: after 10 minutes, 40, … */
const BY_ITSELF = { firstWaitMs: 600_000, most: 6 }
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

type RetriedJobs = Omit<z.input<typeof indexingQueries.retry.params>, 'now' | 'limit'>

/** The outbox: pending and given-up jobs for versions of ideas. */
export function createOutboxStore({ read, change }: Graph, clock: () => number) {
  const retry = async (which: RetriedJobs): Promise<number> => {
    for (let total = 0; ;) {
      const params = { ...which, now: clock(), limit: LIMIT }
      const retried = (await first(change, indexingQueries.retry, params)) ?? 0
      total += retried
      // Others may have retried some of a whole portion.
      if (retried === 0) return total
    }
  }
  return {
    /** The most urgent jobs of a stage. The id consists of idea, version, stage and retry, so that it is deterministic. */
    next: async (stage: StageName, limit: number): Promise<Job<IdeaVersion>[]> => {
      const rows = await read(indexingQueries.next, { stage, limit })
      return rows.map(({ ideaId, version, retry, priority }) => ({
        id: [ideaId, version, stage, retry].join('-'),
        priority,
        data: { ideaId, version },
      }))
    },
    /** Leaves each user `urgent` jobs of requests in a stage; the others wait with those of imports. */
    demote: async (stage: StageName, urgent: number): Promise<void> => {
      while (((await first(change, indexingQueries.demote, { stage, urgent, limit: LIMIT })) ?? 0) === LIMIT);
    },
    /** The jobs of some ideas in a stage, by idea id. */
    jobs: async (stage: StageName, ids: readonly number[]): Promise<Map<number, JobRow>> => {
      const rows = await read(indexingQueries.jobs, { stage, ideaIds: [...ids] })
      return new Map(rows.map((row) => [row.ideaId, row]))
    },
    /**
     * Writes results, at most one per idea, and returns the ids of the ideas written. Skips results for outdated versions or
     * indexes.
     */
    storePassages: async (results: readonly Result[]): Promise<Set<number>> => {
      return new Set(await change(indexingQueries.storePassages, { results: [...results], now: clock() }))
    },
    /** Removes a completed job. */
    settle: async (written: IdeaVersion) => change(indexingQueries.settle, written),
    giveUp: async (stage: StageName, written: IdeaVersion, failure: Failure) =>
      change(indexingQueries.giveUp, { stage, ...written, ...failure, now: clock() }),
    failed: async (): Promise<FailedRow[]> => read(indexingQueries.failed, { limit: LIMIT }),
    /** Retries given-up jobs, all of them for null; returns how many. */
    retry: async (ideaIds: number[] | null): Promise<number> =>
      retry({ ideaIds, firstWaitMs: null, most: 0 }),
    /** Retries given-up jobs that have waited long enough for it. */
    async retryByItself(): Promise<void> {
      await retry({ ideaIds: null, ...BY_ITSELF })
    },
    counts: async () => (await first(read, indexingQueries.counts, {})) ?? { pending: 0, failed: 0 },
    /** The stages that a user's writes since the given time are in. */
    recentStages: async (userId: string, since: number): Promise<StageName[]> =>
      read(indexingQueries.recentStages, { userId, since }),
    /** Waits until passages that were stored since the given time are in the index. */
    applied: async (userId: string, since: number): Promise<unknown> =>
      change(indexingQueries.applied, { userId, since }),
    /** Waits until the passages of an idea are in the index, if it still has a job. */
    appliedOf: async (ideaId: number): Promise<unknown> => change(indexingQueries.appliedOf, { ideaId }),
  }
}
export type OutboxStore = ReturnType<typeof createOutboxStore>

/** Repository of vector indexes. */
export function createIndexStore({ read, change }: Graph) {
  return {
    list: async (): Promise<IndexRow[]> => read(indexingQueries.indexes, {}),
    /** False if the slot is taken. */
    begin: async (row: z.input<typeof indexingQueries.begin.params>): Promise<boolean> => {
      try {
        return (await change(indexingQueries.begin, row)).length > 0
      } catch (error) {
        if (isUniquenessViolation(error)) return false
        throw error
      }
    },
    create: async (slot: Slot, dimensions: number) => change(OF_SLOT[slot].create, { dimensions }),
    isOnline: async (slot: Slot): Promise<boolean> =>
      (await first(read, indexingQueries.state, { slot })) === 'ONLINE',
    drop: async (slot: Slot) => change(OF_SLOT[slot].drop, {}),
    /** Undefined if the index is no longer in the state that it had. */
    feed: async ({ slot, id, state }: IndexRow, limit: number, now: number) =>
      first(change, indexingQueries.feed, { slot, id, state, label: PASSAGE_LABELS[slot], limit, now }),
    /** How many ideas of the other index it lacks because their jobs were given up. */
    lacking: async ({ slot }: IndexRow): Promise<number> =>
      (await first(read, indexingQueries.lacking, { label: PASSAGE_LABELS[slot] })) ?? 0,
    switch: async ({ slot, id }: IndexRow) => change(indexingQueries.switch, { slot, id }),
    retire: async ({ slot, id }: IndexRow) => change(indexingQueries.retire, { slot, id }),
    remove: async ({ slot, id }: IndexRow) => change(indexingQueries.removeIndex, { slot, id }),
    /** Deletes the passages of a slot without a live index. */
    removePassages: async (slot: Slot) => inBatches(change, OF_SLOT[slot].remove, { limit: LIMIT }),
    waiting: async (): Promise<number> => (await first(read, indexingQueries.waiting, {})) ?? 0,
    progress: async (slot: Slot) => first(read, indexingQueries.progress, { slot }),
  }
}
export type IndexStore = ReturnType<typeof createIndexStore>

import { setTimeout } from 'node:timers/promises'
import type { Queue, Worker } from 'bullmq'
import type { Logger } from 'pino'
import { createRedisClient, type RedisAddress, type RedisClient } from '../redis/client.ts'

/** A piece of background work: `id` is never used twice, `rank` 1 goes before 2. */
export type QueuedJob = Readonly<{ id: string; ideaId: number; version: number; rank: number }>

/** Jobs on Redis. What is lost there is queued again from the outbox, under other ids. */
export type JobQueue = Readonly<{
  /** @throws Error when Redis does not answer */
  add(jobs: readonly QueuedJob[]): Promise<void>
  /** How many jobs wait, run or are put off. @throws Error when Redis does not answer */
  size(): Promise<number>
  /** Which of the ids stand for a job that waits, runs or is put off. @throws Error when Redis does not answer */
  held(ids: readonly string[]): Promise<Set<string>>
  /** Runs jobs until it is closed; a job that fails is run again later, and the last time it is told so. */
  work(run: (job: Attempt) => Promise<void>, concurrency: number): Promise<void>
  /** Ends the jobs that are under way, for some seconds at most. */
  close(): Promise<void>
}>

/** One try at a job. */
export type Attempt = Readonly<{ ideaId: number; version: number; isLast: boolean }>

/** How often a job is tried, and how long it waits between two tries, unless the failure names a time. */
export type Patience = Readonly<{ attempts: number; firstWaitMs: number; longestWaitMs: number }>

/** `name`: what its jobs are for. */
type Options = Readonly<{ name: string; address: RedisAddress; log: Logger; patience: Patience }>

// In braces: all keys of the queue are in one slot of a Redis Cluster.
const PREFIX = '{ideas}'
/** A job whose process is gone is given to another one after that long. */
const LOCK_MS = 15_000
const STALLED_MS = 5_000
const CLOSE_MS = 5_000
/** How long a worker that lost Redis waits before it asks again. */
const RETRY_MS = 1_000
/** A process that is killed again and again with the same job; the outbox would queue it once more anyway. */
const MAX_STALLED = 20

/** Only where background work is done: it takes memory that others can spare. */
const loadBullmq = async () => import('bullmq')

/** Connects when it is first used. */
export function createJobQueue({ name, address, log, patience }: Options): JobQueue {
  const connections: RedisClient[] = []
  const workers: Worker[] = []
  let producer: Promise<RedisClient> | undefined
  let made: Queue | undefined

  const open = (waits: boolean): RedisClient => {
    const connection = createRedisClient(address, { waits })
    connection.on('error', () => undefined)
    connections.push(connection)
    return connection
  }
  const begin = async (): Promise<RedisClient> => {
    const connection = open(false)
    await connection.connect().catch(() => undefined)
    return connection
  }
  /** BullMQ asks Redis for its version once, and is of no use when that failed. */
  const queue = async (): Promise<Queue> => {
    producer ??= begin()
    const connection = await producer
    if (made === undefined) {
      if (connection.status !== 'ready') throw new Error('Redis is away')
      const bullmq = await loadBullmq()
      made ??= new bullmq.Queue(name, { connection, prefix: PREFIX })
      made.on('error', () => undefined)
    }
    return made
  }

  return {
    async add(jobs) {
      const opts = { attempts: patience.attempts, backoff: { type: 'custom' }, removeOnComplete: true }
      const jobQueue = await queue()
      await jobQueue.addBulk(
        jobs.map(({ id, ideaId, version, rank }) => ({
          name: 'idea',
          data: { ideaId, version },
          opts: { ...opts, removeOnFail: true, jobId: id, priority: rank },
        })),
      )
    },
    async size() {
      const jobQueue = await queue()
      const counts = await jobQueue.getJobCounts('waiting', 'active', 'delayed', 'prioritized')
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    },
    async held(ids) {
      const jobQueue = await queue()
      const states = await Promise.all(ids.map(async (id) => jobQueue.getJobState(id)))
      const ended = new Set(['unknown', 'completed', 'failed'])
      return new Set(ids.filter((_, place) => !ended.has(states[place] ?? 'unknown')))
    },
    async work(run, concurrency) {
      const bullmq = await loadBullmq()
      const worker = new bullmq.Worker<Pick<QueuedJob, 'ideaId' | 'version'>>(
        name,
        async ({ data, attemptsMade }) => run({ ...data, isLast: attemptsMade + 1 >= patience.attempts }),
        {
          connection: open(true),
          prefix: PREFIX,
          concurrency,
          runRetryDelay: RETRY_MS,
          lockDuration: LOCK_MS,
          stalledInterval: STALLED_MS,
          maxStalledCount: MAX_STALLED,
          settings: { backoffStrategy: (made, _type, error) => waitMs(patience, made, error) },
        },
      )
      worker.on('error', (error) => log.debug({ err: error }, 'queue'))
      worker.on('failed', (job, error) =>
        log.warn({ err: error, ideaId: job?.data.ideaId, attempt: job?.attemptsMade }, 'a job failed'),
      )
      workers.push(worker)
    },
    async close() {
      // Without Redis they would wait for it.
      const closed = Promise.allSettled(
        [...workers, ...(made === undefined ? [] : [made])].map(async (each) => each.close()),
      )
      await Promise.race([closed, setTimeout(CLOSE_MS, undefined, { ref: false })])
      for (const connection of connections) connection.disconnect()
    },
  }
}

/** Twice as long after every try, somewhat scattered; or as long as the failure says. */
function waitMs({ firstWaitMs, longestWaitMs }: Patience, made: number, error: Error | undefined): number {
  const named = error !== undefined && 'retryAfterMs' in error ? error.retryAfterMs : undefined
  if (typeof named === 'number') return named
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (made - 1)) * (0.75 + Math.random() / 2)
}

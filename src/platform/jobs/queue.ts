import { setTimeout } from 'node:timers/promises'
import { Queue, WaitingError, Worker } from 'bullmq'
import type { Logger } from 'pino'
import { createRedisClient, type RedisAddress, type RedisClient } from '../redis/client.ts'

/** A job for the queue. Adding an id that is already queued is a no-op. Priority 1 runs first. */
export type Job<Data> = Readonly<{ id: string; priority: number; data: Data }>

/** One attempt at a job; `attempt` counts from 1. */
export type Attempt<Data> = Readonly<{ data: Data; attempt: number; isLast: boolean }>

/** The worker of a queue, which runs up to `concurrency` jobs at a time. */
export type Work<Data> = Readonly<{
  concurrency: number
  /** A failed job is retried later; if it fails while the queue closes, the attempt does not count. */
  run(attempt: Attempt<Data>): Promise<void>
  /** Called when the queue is empty. */
  onDrained(): void
}>

/** A job queue on Redis, which keeps locks, attempts and delays; all of it may be lost with Redis. */
export type JobQueue<Data> = Readonly<{
  /** @throws Error when Redis does not answer */
  add(jobs: readonly Job<Data>[]): Promise<void>
  /** Waits up to five seconds for running jobs. */
  close(): Promise<void>
}>

/**
 * Number of attempts and exponential back-off; an error with `retryAfterMs` may ask for a longer delay, up to `longestAskedMs`: jobs that
 * wait take places in the window of a stage.
 */
export type RetryPolicy = Readonly<{
  attempts: number
  firstWaitMs: number
  longestWaitMs: number
  longestAskedMs: number
}>

type Options = Readonly<{ name: string; address: RedisAddress; log: Logger; retryPolicy: RetryPolicy }>

// A hash tag: all keys of all queues share one slot of a Redis Cluster.
const PREFIX = '{ideas}'
/** A job whose process died is taken over after this time. */
const LOCK_MS = 15_000
const STALLED_MS = 5_000
const CLOSE_MS = 5_000
/** Delay before a worker that lost Redis asks again. */
const RECONNECT_MS = 1_000
/** Ended jobs are removed, because a remaining id could not be added again. */
const ENDED = { removeOnComplete: true, removeOnFail: true }
/** How many processes may die while running the same job; after that the producer queues it again. */
const MAX_STALLED = 20

/** Starts a BullMQ queue with a worker in this process. Redis need not be available yet. */
export async function startJobQueue<Data extends object>(
  { name, address, log, retryPolicy }: Options,
  work: Work<Data>,
): Promise<JobQueue<Data>> {
  const open = (waits: boolean): RedisClient =>
    createRedisClient(address, { waits }).on('error', () => undefined)
  const connections = { queue: open(false), worker: open(true) }
  let queue: Queue | undefined
  let worker: Worker<Data> | undefined
  let isClosing = false

  // Not before: without a cluster that answers, BullMQ asks again and again, and lets nothing else run.
  connections.worker.once('ready', () => {
    if (!isClosing)
      worker = startWorker({ name, log, retryPolicy }, work, connections.worker, () => isClosing)
  })
  await connections.queue.connect().catch(() => undefined)

  return {
    async add(jobs) {
      if (connections.queue.status !== 'ready') throw new Error('Redis is unavailable')
      // A Queue that asks Redis for its version does so once, and is unusable if that fails.
      queue ??= new Queue(name, {
        connection: connections.queue,
        prefix: PREFIX,
        skipVersionCheck: true,
      }).on('error', () => undefined)
      const opts = { attempts: retryPolicy.attempts, backoff: { type: 'custom' }, ...ENDED }
      await queue.addBulk(
        jobs.map(({ id, priority, data }) => ({ name, data, opts: { ...opts, jobId: id, priority } })),
      )
    },
    async close() {
      isClosing = true
      // Without Redis, closing would wait for it.
      const closed = Promise.allSettled([worker?.close(), queue?.close()])
      await Promise.race([closed, setTimeout(CLOSE_MS, undefined, { ref: false })])
      for (const connection of Object.values(connections)) connection.disconnect()
    },
  }
}

function startWorker<Data extends object>(
  { name, log, retryPolicy }: Omit<Options, 'address'>,
  { concurrency, run, onDrained }: Work<Data>,
  connection: RedisClient,
  isClosing: () => boolean,
): Worker<Data> {
  const worker = new Worker<Data>(
    name,
    async (job, token) => {
      const attempt = job.attemptsMade + 1
      try {
        await run({ data: job.data, attempt, isLast: attempt >= retryPolicy.attempts })
      } catch (error) {
        if (!isClosing()) throw error
        await job.moveToWait(token)
        throw new WaitingError()
      }
    },
    {
      connection,
      prefix: PREFIX,
      concurrency,
      runRetryDelay: RECONNECT_MS,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MAX_STALLED,
      settings: { backoffStrategy: (tries, _type, error) => waitMs(retryPolicy, tries, error) },
    },
  )
  worker.on('drained', onDrained)
  worker.on('error', (error) => log.debug({ reason: error.message }, 'queue'))
  worker.on('failed', (job, error) =>
    log.warn({ err: error, job: job?.id, attempt: job?.attemptsMade }, 'a job failed'),
  )
  return worker
}

/** Exponential back-off with jitter, or the delay that the failure asks for if that is longer. */
function waitMs(
  { firstWaitMs, longestWaitMs, longestAskedMs }: RetryPolicy,
  tries: number,
  error: Error | undefined,
): number {
  const asked = error !== undefined && 'retryAfterMs' in error ? error.retryAfterMs : undefined
  const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)) * (0.75 + Math.random() / 2)
  return typeof asked === 'number' ? Math.max(Math.min(asked, longestAskedMs), backoff) : backoff
}

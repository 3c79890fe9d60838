import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { startPoller, type Poller } from './poller.ts'
import type { Job, JobQueue, Work } from './queue.ts'

/** A kind of job with its own queue and worker. */
export type Stage<Name extends string, Data> = Readonly<{
  name: Name
  /** Maximum number of concurrent jobs per process. */
  concurrency: number
  /** How many of the most urgent jobs are queued; the others stay in the outbox. */
  window: number
  /** Runs the job; idempotent, a no-op if the job is done or superseded. The signal aborts when the process shuts down. */
  run(data: Data, ending: AbortSignal): Promise<void>
}>

/** Why a job was given up, and after how many attempts. */
export type Failure = Readonly<{ error: string; attempts: number }>

/** The durable record of pending and given-up jobs; it does not depend on Redis. */
export type Outbox<Name extends string, Data> = Readonly<{
  /** The most urgent pending jobs of a stage. A job that was given up is listed again only after a retry, with a new id. */
  next(stage: Name, limit: number): Promise<readonly Job<Data>[]>
  giveUp(stage: Name, data: Data, failure: Failure): Promise<unknown>
}>

type Dependencies<Name extends string, Data> = Readonly<{
  stages: readonly Stage<Name, Data>[]
  outbox: Outbox<Name, Data>
  startQueue: (stage: Name, work: Work<Data>) => Promise<JobQueue<Data>>
  log: Logger
}>

/** Polling interval for jobs that were announced only in another process. */
const POLL_MS = 1_000
/** A job that is still pending after this time is queued again, in case Redis lost it. */
const ADD_AGAIN_MS = 10_000
const MAX_ERROR = 500

/**
 * Runs the jobs of an outbox: producers add the most urgent ones to the queues, workers run them. The outbox owns what is
 * to be done, the queue owns attempts, waits and locks; adding a job twice is harmless.
 */
export function createBackground<Name extends string, Data>(deps: Dependencies<Name, Data>) {
  const { stages, outbox, startQueue, log } = deps
  const ending = new AbortController()
  const queues: JobQueue<Data>[] = []
  const producers = new Map<Name, Poller>()

  const startStage = async ({ name, concurrency, window, run }: Stage<Name, Data>): Promise<void> => {
    const queue = await startQueue(name, {
      concurrency,
      onDrained: () => producers.get(name)?.wake(),
      async run({ data, attempt, isLast }) {
        try {
          await run(data, ending.signal)
        } catch (error) {
          if (isLast && !ending.signal.aborted) {
            await outbox.giveUp(name, data, { error: messageOf(error), attempts: attempt })
          }
          throw error
        }
      },
    })
    queues.push(queue)
    const added = new LRUCache<string, true>({ max: 2 * window, ttl: ADD_AGAIN_MS })
    const produce = async (): Promise<void> => {
      const jobs = (await outbox.next(name, window)).filter(({ id }) => !added.has(id))
      if (jobs.length === 0) return
      await queue.add(jobs)
      for (const { id } of jobs) added.set(id, true)
    }
    producers.set(name, startPoller(produce, POLL_MS, log))
  }

  return {
    /** Starts producers and workers. */
    async start(): Promise<void> {
      for (const stage of stages) await startStage(stage)
    },
    /** Announces a new job of a stage. */
    wake: (stage: Name): void => producers.get(stage)?.wake(),
    /** Waits up to five seconds for running jobs; those that fail meanwhile are left to another process. */
    async close(): Promise<void> {
      ending.abort()
      const stopped = Promise.all([...producers.values()].map(async (producer) => producer.stop()))
      await Promise.all(queues.map(async (queue) => queue.close()))
      await stopped
    },
  }
}
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)
}

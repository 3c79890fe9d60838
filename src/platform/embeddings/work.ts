import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { EMBEDDING_LIMITS, EmbeddingsUnavailable } from './embedder.ts'
import { estimate } from './estimate.ts'
import type { LocalModel } from './local-model.ts'
import type { ModelReply, ModelRequest, WorkKind } from './protocol.ts'
import { splitIdea } from './split.ts'
import { createRoundRobin, type RoundRobin } from './round-robin.ts'

/** The order of work: a search waits for nobody, a split is quick and makes new passages. */
const ORDER = ['query', 'describe', 'split', 'passages'] as const satisfies readonly WorkKind[]
/** After so many searches in a row other work has a turn, so that a flood of searches does not stop it. */
const QUERIES_IN_A_ROW = 8
/** How bge models want questions; passages go without. */
const QUERY_PREFIX = 'Represent this sentence for searching relevant passages: '

/** A request, when it came, and what there is of its answer so far. */
type Job = Readonly<{ request: ModelRequest; addedAt: number; vectors: number[][] }>

/** What the process is made of; `load` is null when there is no model and texts are only split. */
export type Work = Readonly<{
  load: (() => Promise<LocalModel>) | null
  reply: (reply: ModelReply) => void
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}>

/** Does requests one after another, in {@link ORDER}; messages are read between two inferences. */
export function createWork({ load, reply, clock = () => performance.now() }: Work) {
  const waiting: Record<WorkKind, RoundRobin<Job>> = {
    query: createRoundRobin(),
    describe: createRoundRobin(),
    split: createRoundRobin(),
    passages: createRoundRobin(),
  }
  let queriesInARow = 0
  let model: LocalModel | undefined
  let running: Promise<void> | undefined

  const loaded = async (): Promise<LocalModel> => {
    if (load === null) throw new EmbeddingsUnavailable('This process has no model')
    return (model ??= await load())
  }
  /** One step, at most one inference; undefined when the request needs more of them. */
  const step = async ({ request, addedAt, vectors }: Job): Promise<unknown> => {
    switch (request.kind) {
      case 'describe':
        return { dimensions: (await loaded()).dimensions }
      case 'query':
        // Nobody waits for it any more.
        if (clock() - addedAt > EMBEDDING_LIMITS.queryMs) throw new EmbeddingsUnavailable('It came too late')
        return (await loaded()).embed(QUERY_PREFIX + request.given)
      case 'split':
        return splitIdea(request.given, load === null ? estimate : (await loaded()).measure)
      case 'passages': {
        const next = request.given[vectors.length]
        if (next !== undefined) vectors.push(await (await loaded()).embed(next))
        return vectors.length < request.given.length ? undefined : vectors
      }
    }
  }
  const run = async (): Promise<void> => {
    for (let queue = next(); queue !== undefined; queue = next()) {
      const job = queue.first()
      if (job === undefined) continue
      const { id, kind } = job.request
      queriesInARow = kind === 'query' ? queriesInARow + 1 : 0
      try {
        const answer = await step(job)
        if (answer !== undefined) {
          queue.removeFirst()
          reply({ id, answer })
        }
      } catch (error) {
        queue.removeFirst()
        reply(
          error instanceof EmbeddingsUnavailable
            ? { id, away: error.message }
            : { id, failure: String(error) },
        )
      }
      await yieldToEventLoop()
    }
    running = undefined
  }
  const next = (): RoundRobin<Job> | undefined => {
    const [first, ...others] = ORDER.map((kind) => waiting[kind]).filter(
      (queue) => queue.first() !== undefined,
    )
    return first === waiting.query && queriesInARow >= QUERIES_IN_A_ROW ? (others[0] ?? first) : first
  }

  return {
    add(request: ModelRequest): void {
      waiting[request.kind].add(request.userId, { request, addedAt: clock(), vectors: [] })
      running ??= run()
    },
    /** Ends after the present inference; what waits is not done. */
    async close(): Promise<void> {
      for (const queue of Object.values(waiting)) queue.clear()
      await running
      await model?.release()
    },
  }
}

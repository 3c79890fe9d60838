import { setImmediate as messagesRead } from 'node:timers/promises'
import { EmbeddingsUnavailable } from './embedder.ts'
import { estimate } from './estimate.ts'
import type { LocalModel } from './local-model.ts'
import type { ModelReply, ModelRequest, WorkKind } from './protocol.ts'
import { splitIdea } from './split.ts'

/** The order of work: a search waits for nobody, a split is quick and makes new passages. */
const ORDER = ['query', 'describe', 'split', 'passages'] as const satisfies readonly WorkKind[]
/** How bge models want questions; passages go without. */
const QUERY_PREFIX = 'Represent this sentence for searching relevant passages: '

/** A request with what there is of its answer so far. */
type Job = Readonly<{ request: ModelRequest; vectors: number[][] }>

/** What the process is made of; `load` is null when there is no model and texts are only split. */
export type Work = Readonly<{
  load: (() => Promise<LocalModel>) | null
  reply: (reply: ModelReply) => void
}>

/** Does requests one after another, in {@link ORDER}; messages are read between two inferences. */
export function createWork({ load, reply }: Work) {
  const waiting: Record<WorkKind, Job[]> = { query: [], describe: [], split: [], passages: [] }
  let model: LocalModel | undefined
  let running: Promise<void> | undefined

  const loaded = async (): Promise<LocalModel> => {
    if (load === null) throw new EmbeddingsUnavailable('This process has no model')
    return (model ??= await load())
  }
  /** One step, at most one inference; undefined when the request needs more of them. */
  const step = async ({ request, vectors }: Job): Promise<unknown> => {
    switch (request.kind) {
      case 'describe':
        return { dimensions: (await loaded()).dimensions }
      case 'query':
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
      const [job] = queue
      if (job === undefined) continue
      const { id } = job.request
      try {
        const answer = await step(job)
        if (answer !== undefined) {
          queue.shift()
          reply({ id, answer })
        }
      } catch (error) {
        queue.shift()
        reply(
          error instanceof EmbeddingsUnavailable
            ? { id, away: error.message }
            : { id, failure: String(error) },
        )
      }
      await messagesRead()
    }
    running = undefined
  }
  const next = (): Job[] | undefined => ORDER.map((kind) => waiting[kind]).find((queue) => queue.length > 0)

  return {
    add(request: ModelRequest): void {
      waiting[request.kind].push({ request, vectors: [] })
      running ??= run()
    },
    /** Ends after the present inference; what waits is not done. */
    async close(): Promise<void> {
      for (const queue of Object.values(waiting)) queue.length = 0
      await running
      await model?.release()
    },
  }
}

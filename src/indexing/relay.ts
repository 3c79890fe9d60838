import type { JobQueue } from '../queue/queue.ts'
import type { DueRow, OutboxStore, Stage } from './store.ts'

type Dependencies = Readonly<{
  stage: Stage
  /** So many jobs are in the queue at a time; more wait in the outbox, where newer work can still go ahead, and nothing is lost with Redis. */
  room: number
  store: Pick<OutboxStore, 'due' | 'claim' | 'extend'>
  queue: Pick<JobQueue, 'add' | 'size' | 'held'>
  clock: () => number
}>

/** After that long a row is looked for in the queue, and queued again when it is not there. */
const LEASE_MS = 30_000

/** Takes what is due in a stage from the outbox to the queue of that stage. */
export function createRelay({ stage, room, store, queue, clock }: Dependencies) {
  /** Moves one page; answers whether there may be more. */
  const move = async (): Promise<boolean> => {
    const now = clock()
    const page = Math.ceil(room / 2)
    const rows = await store.due(stage, now, page)
    if (rows.length === 0 || (await queue.size()) >= room) return false
    const until = now + LEASE_MS
    const held = await queue.held(rows.filter(({ attempt }) => attempt > 0).map(jobId))
    const [kept, free] = [
      rows.filter((row) => held.has(jobId(row))),
      rows.filter((row) => !held.has(jobId(row))),
    ]
    if (kept.length > 0) await store.extend({ stage, ideaIds: idsOf(kept), now, until })
    if (free.length > 0) {
      const claimed = await store.claim({ stage, ideaIds: idsOf(free), now, until })
      await queue.add(claimed.map((row) => ({ id: jobId(row), ...row })))
    }
    return rows.length === page
  }

  return {
    /** @throws Error when Neo4j or Redis does not answer; what was claimed comes again */
    async run(): Promise<void> {
      while (await move());
    },
  }
}

function idsOf(rows: readonly DueRow[]): number[] {
  return rows.map(({ ideaId }) => ideaId)
}

/** BullMQ ignores an id that it has seen, so every attempt has its own. */
function jobId({ ideaId, version, attempt }: DueRow): string {
  return `${ideaId}-${version}-${attempt}`
}

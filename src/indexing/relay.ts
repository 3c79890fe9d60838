import type { JobQueue } from '../queue/queue.ts'
import type { DueRow, OutboxStore } from './store.ts'

type Dependencies = Readonly<{
  store: Pick<OutboxStore, 'due' | 'claim' | 'extend'>
  queue: Pick<JobQueue, 'add' | 'size' | 'held'>
  clock: () => number
}>

const PAGE = 200
/** More waits in the outbox, where newer work can still go ahead of it, and nothing is lost with Redis. */
const QUEUED_AT_MOST = 400
/** After that long a row is looked for in the queue, and queued again when it is not there. */
const LEASE_MS = 30_000

/** Takes what is due from the outbox to the queue. */
export function createRelay({ store, queue, clock }: Dependencies) {
  /** Moves one page; answers whether there may be more. */
  const page = async (): Promise<boolean> => {
    const now = clock()
    const rows = await store.due(now, PAGE)
    if (rows.length === 0 || (await queue.size()) >= QUEUED_AT_MOST) return false
    const until = now + LEASE_MS
    const held = await queue.held(rows.filter(({ attempt }) => attempt > 0).map(jobId))
    const [kept, free] = [
      rows.filter((row) => held.has(jobId(row))),
      rows.filter((row) => !held.has(jobId(row))),
    ]
    if (kept.length > 0) await store.extend(idsOf(kept), now, until)
    if (free.length > 0) {
      const claimed = await store.claim(idsOf(free), now, until)
      await queue.add(claimed.map((row) => ({ id: jobId(row), ...row })))
    }
    return rows.length === PAGE
  }

  return {
    /** @throws Error when Neo4j or Redis does not answer; what was claimed comes again */
    async run(): Promise<void> {
      while (await page());
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

import { randomUUID } from 'node:crypto'
import { Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex'
import { LRUCache } from 'lru-cache'
import type { Writer } from '../auth/actor.ts'
import { Problem } from '../problems.ts'
import type { Deadline } from './deadline.ts'
import { existing, ledgerQueries, replayed, type LockedLedger } from './ledger.ts'
import type { Tx } from './query.ts'
import { DEADLINE_MS, statementsOf, type Transactions } from './transactions.ts'

/** Users whose writers queue in this process; the others queue at the ledger only. */
const MAX_WRITERS = 1_000
/**
 * Statements of a user that are under way at the same time, so that the ledger's lock does not idle between them. A transaction, which may
 * need further connections while it has the lock, is alone.
 */
const UNDER_WAY = 4

/**
 * The body of a write transaction under the ledger's lock, behind which the database executes its statements. It may run several times;
 * what it throws rolls it back.
 */
export type Apply<T> = (tx: Tx, ledger: Promise<LockedLedger>) => Promise<T>

/** The writes of a graph under the lock of a user's ledger. */
export function createLedgerWrites({ retried, autocommit, transaction }: Transactions, clock: () => number) {
  const writers = new LRUCache<string, SemaphoreInterface>({
    max: MAX_WRITERS,
    memoMethod: () => withTimeout(new Semaphore(UNDER_WAY), DEADLINE_MS, new Problem('service_unavailable')),
  })

  /** Limits the writers of a user that are under way: all would queue at the ledger, but each would occupy a pooled connection. */
  const inLine = async <T>(
    userId: string,
    places: number,
    work: (leftMs: number) => Promise<T>,
  ): Promise<T> => {
    const end = performance.now() + DEADLINE_MS
    return writers.memo(userId).runExclusive(async () => work(end - performance.now()), places)
  }

  /** Runs a transaction under the user's ledger lock; all attempts share one receipt. */
  const underLock = async <T>(writer: Writer, apply: Apply<T>, commit: boolean): Promise<T> => {
    const { userId, idempotency } = writer
    const requestId = randomUUID()
    // Set before COMMIT is sent; the ledger's lock makes an attempt wait for the end of the previous one.
    let answer: T | undefined
    const attempt = async ({ remainingMs, passed }: Deadline): Promise<T> =>
      transaction(remainingMs(), async (tx) => {
        const statements = statementsOf(tx)
        const now = clock()
        const replyKey = idempotency?.key ?? null
        const locking = statements
          .run(ledgerQueries.lock, { userId, requestId, replyKey, now })
          .then(existing)
        // Sent without waiting for the lock, behind which they are executed; rolled back if the answer is there already. Both
        // are awaited whatever becomes of one, so that no statement is sent after the end of the transaction.
        const [locked, applied] = await Promise.allSettled([locking, apply(statements, locking)])
        if (locked.status === 'rejected') throw locked.reason
        const { reply, repeated } = locked.value
        if (reply !== null) return { value: replayed<T>(reply, idempotency), commit: false }
        if (repeated) return { value: answer as T, commit: false }
        if (applied.status === 'rejected') throw applied.reason
        const { value } = applied
        answer = value
        if (commit && idempotency !== undefined) {
          const result = JSON.stringify(value ?? null)
          await statements.run(ledgerQueries.keepReply, { ...idempotency, userId, result, now })
        }
        if (passed()) throw new Problem('service_unavailable')
        return { value, commit }
      })
    return inLine(userId, UNDER_WAY, async (leftMs) => retried(leftMs, attempt))
  }
  const write = async <T>(writer: Writer, apply: Apply<T>): Promise<T> => underLock(writer, apply, true)

  return {
    write,
    async writeInOneStatement<T>(
      writer: Writer,
      apply: (tx: Tx, requestId: string | null) => Promise<T>,
    ): Promise<T> {
      if (writer.idempotency !== undefined) return write(writer, async (tx) => apply(tx, null))
      const requestId = randomUUID()
      return inLine(writer.userId, 1, async (leftMs) =>
        apply({ run: autocommit('WRITE', leftMs) }, requestId),
      )
    },
    dryRun: async <T>(writer: Writer, apply: Apply<T>): Promise<T> => underLock(writer, apply, false),
  }
}

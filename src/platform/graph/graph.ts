import type { Driver } from 'neo4j-driver'
import type { Writer } from '../auth/actor.ts'
import { createLedgerWrites, type Apply } from './ledger-writes.ts'
import { existing, ledgerQueries, REPLY_LIMITS, type LedgerVersion } from './ledger.ts'
import { inBatches, type Rows, type Run, type Tx } from './query.ts'
import { createTransactions, DEADLINE_MS, rowsOf } from './transactions.ts'

/** The database as features see it: declared statements, and transactions under a user's lock. */
export type Graph = Readonly<{
  /** Runs one reading statement in one round trip. @throws Problem `service_unavailable` */
  read: Run
  /**
   * Runs one transaction under the user's ledger lock, retried after transient failures and committed at most once: when
   * the acknowledgement of a COMMIT is lost, the retry finds the receipt and returns what the committed attempt returned.
   * If the writer has an idempotency key (`once`), the result is stored as JSON in the same transaction and returned to
   * repeats within 24 hours.
   * @throws Problem `service_unavailable`, `invalid_credentials` when the user was deleted, `idempotency_key_reused` when
   * another request had the same key, and what `apply` throws
   */
  write<T>(writer: Writer, apply: Apply<T>): Promise<T>
  /**
   * Runs one statement that is a transaction of its own: it takes the ledger's lock itself, judges, writes only what the judgement
   * allows, and leaves a receipt of `requestId`. Sent again because its acknowledgement was lost, it finds that receipt, changes
   * nothing and returns the same row. With an idempotency key it runs within {@link Graph.write}, without a `requestId`: lock and receipt are
   * there.
   * @throws Problem like {@link Graph.write}
   */
  writeInOneStatement<T>(writer: Writer, apply: (tx: Tx, requestId: string | null) => Promise<T>): Promise<T>
  /** Runs a write, rolls it back and returns its result. @throws Problem like {@link Graph.write} */
  dryRun<T>(writer: Writer, apply: Apply<T>): Promise<T>
  /** The version of a user's graph, read under the ledger's lock. @throws Problem `service_unavailable`, `invalid_credentials` */
  version(userId: string): Promise<LedgerVersion>
  /**
   * Streams rows without a lock: between equal versions, they are one consistent state. Runs `work` again after a transient failure.
   * @throws Problem `service_unavailable`
   */
  stream<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  /**
   * Reads one consistent state under the ledger's lock. Runs `work` again after a transient failure.
   * @throws Problem like {@link Graph.version}
   */
  snapshot<T>(userId: string, work: (rows: Rows, version: LedgerVersion) => Promise<T>): Promise<T>
  /** Runs one idempotent writing statement without a ledger lock. */
  change: Run
  /** The number of users. @throws Problem `service_unavailable` */
  userCount(): Promise<number>
  /** Deletes expired receipts and stored replies. */
  sweep(): Promise<void>
  /**
   * Lets the database plan the statements that take it longest, by running them without parameters, that is, for no user: the first
   * plans of a database that has just started may take longer than a request waits. It forgets all plans when its schema changes, and
   * those that name what it does not know yet once it does (`cypher/migrations/V020__names.cypher`).
   */
  plan(): Promise<void>
  /** Pings the database, with a time-out of two seconds. */
  answers(): Promise<boolean>
  close(): Promise<void>
}>

/** Time limit of a whole stream, milliseconds; between two rows {@link DEADLINE_MS} applies. */
const STREAM_MS = 60_000
/** Time limit of a snapshot, during which the user's writes wait and should have time to be made after it, milliseconds. */
const SNAPSHOT_MS = 3_500
const RECEIPT_LIFE_MS = 10 * 60_000

/** Wraps a driver; the database is always named. */
export function createGraph(driver: Driver, database: string, clock: () => number): Graph {
  const transactions = createTransactions(driver, database)
  const { answers, autocommit, plan, retried, transaction } = transactions
  const [read, change] = [autocommit('READ'), autocommit('WRITE')]
  return {
    ...createLedgerWrites(transactions, clock),
    read,
    change,
    version: async (userId) => existing(await change(ledgerQueries.lockForRead, { userId })),
    async stream(work) {
      return retried(DEADLINE_MS, (deadline) =>
        transaction(STREAM_MS, async (tx) => ({ value: await work(rowsOf(tx, deadline)), commit: false })),
      )
    },
    async snapshot(userId, work) {
      return retried(DEADLINE_MS, () =>
        transaction(SNAPSHOT_MS, async (tx) => {
          const rows = rowsOf(tx, { renew: () => undefined })
          const version = existing(await rows.run(ledgerQueries.lockForRead, { userId }))
          return { value: await work(rows, version), commit: false }
        }),
      )
    },
    userCount: async () => (await read(ledgerQueries.userCount, {}))[0]?.users ?? 0,
    async sweep() {
      await inBatches(change, ledgerQueries.sweepReceipts, { before: clock() - RECEIPT_LIFE_MS })
      await inBatches(change, ledgerQueries.sweepReplies, { before: clock() - REPLY_LIMITS.keptMs })
    },
    plan,
    answers,
    close: () => driver.close(),
  }
}

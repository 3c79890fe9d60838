import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex'
import { LRUCache } from 'lru-cache'
import type { Driver, Session, Transaction } from 'neo4j-driver'
import type { z } from 'zod'
import type { Writer } from '../auth/actor.ts'
import { Problem } from '../problems.ts'
import { ledgerQueries, replayed, REPLY_LIMITS, type LedgerVersion, type LockedLedger } from './ledger.ts'
import { rowsIn, sent, statementsAtOnce, type Rows, type Run } from './query.ts'
import { withinDeadline, type Deadline } from './deadline.ts'
import { withoutStackTrace } from './stack-trace.ts'

/** Runs statements in one transaction; several may be pipelined. */
export type Statements = Readonly<{ run: Run }>

/**
 * The body of a write transaction under the ledger's lock, behind which the database executes its statements. It may run several times;
 * what it throws rolls it back.
 */
type Apply<T> = (tx: Statements, ledger: Promise<LockedLedger>) => Promise<T>

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
  writeAtOnce<T>(writer: Writer, apply: (tx: Statements, requestId: string | null) => Promise<T>): Promise<T>
  /** Runs a write, rolls it back and returns its result. @throws Problem like {@link Graph.write} */
  dryRun<T>(writer: Writer, apply: Apply<T>): Promise<T>
  /** The version of a user's graph, read under the ledger's lock. @throws Problem `service_unavailable`, `invalid_credentials` */
  version(userId: string): Promise<LedgerVersion>
  /** Streams rows without a lock: between equal versions, they are one consistent state. @throws Problem `service_unavailable` */
  stream<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  /** Reads one consistent state under the ledger's lock. @throws Problem like {@link Graph.version} */
  snapshot<T>(userId: string, work: (rows: Rows, version: LedgerVersion) => Promise<T>): Promise<T>
  /** Runs one idempotent writing statement without a ledger lock. */
  change: Run
  /** The number of users. @throws Problem `service_unavailable` */
  userCount(): Promise<number>
  /** Deletes expired receipts and stored replies. */
  sweep(): Promise<void>
  /**
   * Lets the database plan the statements that take the ledger's lock themselves, by running them without parameters, that is, for no user:
   * the first plan of a database that has just started may take longer than a request waits.
   */
  plan(): Promise<void>
  /** Pings the database, with a time-out of two seconds. */
  answers(): Promise<boolean>
  close(): Promise<void>
}>

/** Time limit for the database work of a request, milliseconds. */
const DEADLINE_MS = 4_500
/** Time limit of a whole stream, milliseconds; between two rows {@link DEADLINE_MS} applies. */
const STREAM_MS = 60_000
/** Time limit of a snapshot, during which the user's writes wait, milliseconds. */
const SNAPSHOT_MS = 2_000
/** Bolt fetch size: covers any page, keeps map rows short-lived. */
const FETCH_SIZE = 200
/** Maximum number of reads when rows are torn by a concurrent deletion. */
const MAX_READS = 10
/** Users whose writers queue in this process; the others queue at the ledger only. */
const MAX_WRITERS = 1_000
/**
 * Statements of a user that are under way at the same time, so that the ledger's lock does not idle between them. A transaction, which may
 * need further connections while it has the lock, is alone.
 */
const UNDER_WAY = 4
/** Time kept for the way of a statement to the database and of its rows back: with the lock later than that it writes nothing. */
const ON_THE_WAY_MS = 500
/** Time limit for planning a statement, milliseconds. */
const PLAN_MS = 30_000
const RECEIPT_LIFE_MS = 10 * 60_000

/** The result of a transaction, and whether it is committed. */
type Outcome<T> = Readonly<{ value: T; commit: boolean }>

/** Wraps a driver; the database is always named. */
export function createGraph(driver: Driver, database: string, clock: () => number): Graph {
  const writers = new LRUCache<string, SemaphoreInterface>({
    max: MAX_WRITERS,
    memoMethod: () => withTimeout(new Semaphore(UNDER_WAY), DEADLINE_MS, new Problem('service_unavailable')),
  })
  const session = (mode: 'READ' | 'WRITE'): Session =>
    driver.session({ database, defaultAccessMode: mode, fetchSize: FETCH_SIZE })

  const answers = async (): Promise<boolean> => {
    const opened = session('READ')
    const asked = opened.run(ledgerQueries.ping.text, {}, { timeout: 2_000 }).then(
      () => true,
      () => false,
    )
    try {
      return await Promise.race([asked, sleep(2_000, false, { ref: false })])
    } finally {
      void opened.close().catch(() => undefined)
    }
  }
  let pinged: Promise<boolean> | undefined
  /** One ping for all that wait, with a pause after a failure: an unavailable server costs each of them one connection. */
  const ping = async (): Promise<boolean> => {
    pinged ??= answers()
      .then(async (ok) => ok || sleep(100, false))
      .finally(() => (pinged = undefined))
    return pinged
  }

  const autocommit = (mode: 'READ' | 'WRITE', deadlineMs = DEADLINE_MS): Run => {
    return async (query, params) =>
      withinDeadline(deadlineMs, ping, async ({ remainingMs }) => {
        const opened = session(mode)
        const timeout = remainingMs()
        const late = performance.now() + timeout - ON_THE_WAY_MS
        const statement = sent(query, { patienceMs: timeout - ON_THE_WAY_MS, ...params })
        try {
          for (let read = 1; ; read += 1) {
            const { records } = await withoutStackTrace(() => opened.run(...statement, { timeout }))
            const { rows, torn } = await rowsIn(records, query.row)
            if (mode === 'WRITE' && rows.length === 0 && performance.now() >= late)
              throw new Problem('service_unavailable')
            if (torn === undefined) return rows
            // An entity that is deleted between its match and the read of its properties yields nulls.
            if (mode === 'WRITE' || read === MAX_READS) throw torn
          }
        } finally {
          void opened.close().catch(() => undefined)
        }
      })
  }

  const transaction = async <T>(
    timeoutMs: number,
    work: (tx: Transaction) => Promise<Outcome<T>>,
  ): Promise<T> => {
    const opened = session('WRITE')
    try {
      const tx = opened.beginTransaction({ timeout: timeoutMs })
      try {
        const { value, commit } = await work(tx)
        // A statement that failed behind the one that told the value fails the ROLLBACK, too.
        await (commit ? tx.commit() : tx.rollback().catch(() => undefined))
        return value
      } catch (error) {
        if (tx.isOpen()) await tx.rollback().catch(() => undefined)
        throw error
      }
    } finally {
      void opened.close().catch(() => undefined)
    }
  }

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
    const { userId, once } = writer
    const requestId = randomUUID()
    // Set before COMMIT is sent; the ledger's lock makes an attempt wait for the end of the previous one.
    let answer: T | undefined
    const attempt = async ({ remainingMs, passed }: Deadline): Promise<T> =>
      transaction(remainingMs(), async (tx) => {
        const statements = statementsOf(tx)
        const now = clock()
        const replyKey = once?.key ?? null
        const locking = statements
          .run(ledgerQueries.lock, { userId, requestId, replyKey, now })
          .then(existing)
        // Sent without waiting for the lock, behind which they are executed; rolled back if the answer is there already. Both
        // are awaited whatever becomes of one, so that no statement is sent after the end of the transaction.
        const [locked, applied] = await Promise.allSettled([locking, apply(statements, locking)])
        if (locked.status === 'rejected') throw locked.reason
        const { reply, repeated } = locked.value
        if (reply !== null) return { value: replayed<T>(reply, once), commit: false }
        if (repeated) return { value: answer as T, commit: false }
        if (applied.status === 'rejected') throw applied.reason
        const { value } = applied
        answer = value
        if (commit && once !== undefined) {
          const result = JSON.stringify(value ?? null)
          await statements.run(ledgerQueries.keepReply, { ...once, userId, result, now })
        }
        if (passed()) throw new Problem('service_unavailable')
        return { value, commit }
      })
    return inLine(userId, UNDER_WAY, async (leftMs) => withinDeadline(leftMs, ping, attempt))
  }
  const write = async <T>(writer: Writer, apply: Apply<T>): Promise<T> => underLock(writer, apply, true)

  return {
    read: autocommit('READ'),
    change: autocommit('WRITE'),
    write,
    async writeAtOnce(writer, apply) {
      if (writer.once !== undefined) return write(writer, async (tx) => apply(tx, null))
      const requestId = randomUUID()
      return inLine(writer.userId, 1, async (leftMs) =>
        apply({ run: autocommit('WRITE', leftMs) }, requestId),
      )
    },
    async dryRun<T>(writer: Writer, apply: Apply<T>) {
      return underLock(writer, apply, false)
    },
    version: async (userId) => existing(await autocommit('WRITE')(ledgerQueries.lockForRead, { userId })),
    async stream(work) {
      return withinDeadline(DEADLINE_MS, ping, (deadline) =>
        transaction(STREAM_MS, async (tx) => ({ value: await work(rowsOf(tx, deadline)), commit: false })),
      )
    },
    async snapshot(userId, work) {
      return withinDeadline(DEADLINE_MS, ping, () =>
        transaction(SNAPSHOT_MS, async (tx) => {
          const rows = rowsOf(tx, { renew: () => undefined })
          const version = existing(await rows.run(ledgerQueries.lockForRead, { userId }))
          return { value: await work(rows, version), commit: false }
        }),
      )
    },
    userCount: async () => (await autocommit('READ')(ledgerQueries.userCount, {}))[0]?.users ?? 0,
    async sweep() {
      const change = autocommit('WRITE')
      // Each statement deletes a limited number, so that transactions stay small.
      const sweepAll = async (query: typeof ledgerQueries.sweepReceipts, before: number): Promise<void> => {
        while (((await change(query, { before }))[0]?.swept ?? 0) > 0);
      }
      await sweepAll(ledgerQueries.sweepReceipts, clock() - RECEIPT_LIFE_MS)
      await sweepAll(ledgerQueries.sweepReplies, clock() - REPLY_LIMITS.keptMs)
    },
    async plan() {
      const opened = session('WRITE')
      try {
        for (const { text } of statementsAtOnce())
          await opened.run(text, { params: {} }, { timeout: PLAN_MS })
      } finally {
        await opened.close()
      }
    },
    answers,
    close: () => driver.close(),
  }
}

function statementsOf(tx: Transaction): Statements {
  return {
    async run(query, params) {
      const { records } = await withoutStackTrace(() => tx.run(...sent(query, params)))
      const { rows, torn } = await rowsIn(records, query.row)
      if (torn !== undefined) throw torn
      return rows
    },
  }
}

function existing<L>([ledger]: readonly L[]): L {
  if (ledger === undefined) throw new Problem('invalid_credentials')
  return ledger
}

function rowsOf(tx: Transaction, deadline: Pick<Deadline, 'renew'>): Rows {
  return {
    ...statementsOf(tx),
    async *stream(query, params) {
      for await (const record of tx.run(...sent(query, params))) {
        deadline.renew()
        yield record.toObject() as z.output<typeof query.row>
      }
    },
  }
}

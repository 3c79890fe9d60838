import { randomUUID } from 'node:crypto'
import type { Driver, Session, Transaction } from 'neo4j-driver'
import { z } from 'zod'
import type { Writer } from '../actor.ts'
import { Problem } from '../problems.ts'
import { defineQuery, int, type Query } from './query.ts'
import { withinDeadline, type Deadline } from './deadline.ts'
import { createLines } from './lines.ts'

const LockedLedger = z.strictObject({
  revision: z.int(),
  lastCreatedAt: z.int(),
  ideaCount: z.int(),
  repeated: z.boolean(),
  reply: z.strictObject({ fingerprint: z.string(), result: z.string() }).nullable(),
})
const HeldLedger = z.strictObject({ revision: z.int(), epoch: z.string() })

/** The statements behind the promises of {@link Graph}. */
export const ledgerQueries = {
  lock: defineQuery(
    'ledger/lock.cypher',
    { userId: z.string(), requestId: z.string(), replyKey: z.string().nullable(), now: int },
    LockedLedger,
  ),
  keepReply: defineQuery(
    'ledger/keep-reply.cypher',
    { key: z.string(), userId: z.string(), fingerprint: z.string(), result: z.string(), now: int },
    z.strictObject({ key: z.string() }),
  ),
  hold: defineQuery('ledger/hold.cypher', { userId: z.string() }, HeldLedger),
  ping: defineQuery('health/ping.cypher', {}, z.strictObject({ one: z.int() })),
  sweepReceipts: defineQuery(
    'ledger/sweep-receipts.cypher',
    { before: int },
    z.strictObject({ swept: z.int() }),
  ),
  sweepReplies: defineQuery(
    'ledger/sweep-replies.cypher',
    { before: int },
    z.strictObject({ swept: z.int() }),
  ),
}

/** The ledger of one user as its write lock was taken. */
export type LockedLedger = z.infer<typeof LockedLedger>
/** What a map's ETag is made of. */
export type HeldLedger = z.infer<typeof HeldLedger>

/** Statements in one transaction; several may be sent without waiting for each other's answer. */
export type Statements = Readonly<{
  run<P extends z.ZodObject, R extends z.ZodType>(
    query: Query<P, R>,
    params: z.input<P>,
  ): Promise<z.output<R>[]>
}>

/** Rows straight from the driver's buffer, in the order of the query's RETURN; typed by declaration, not parsed. */
export type Rows = Readonly<{
  stream<P extends z.ZodObject, R extends z.ZodType>(
    query: Query<P, R>,
    params: z.input<P>,
  ): AsyncIterable<z.output<R>>
}>

/**
 * One write of a user. Both parts run under the ledger's lock; a thrown Problem undoes everything. Where the writer says
 * `once`, what `apply` answers is kept as JSON in the same transaction, and a repeat within a day answers with that.
 */
export type Write<T> = Readonly<{
  apply(tx: Statements, ledger: LockedLedger): Promise<T>
  /** Answers for a write that an earlier try had committed before its answer was lost. */
  recall(tx: Statements): Promise<T>
}>

/** The database as features see it: declared statements, and transactions with the project's promises. */
export type Graph = Readonly<{
  /** One statement, one round trip. @throws Problem `service_unavailable` */
  read: Statements['run']
  /**
   * One transaction under the user's ledger lock; repeated when the database fails on the way, never applied twice.
   * @throws Problem `service_unavailable`, `invalid_credentials` when the user is gone, `idempotency_key_reused` when
   * another request had the same key, and what `apply` throws
   */
  write<T>(writer: Writer, write: Write<T>): Promise<T>
  /**
   * What a write would answer: it is carried out under the lock like one, and taken back.
   * @throws Problem like {@link Graph.write}
   */
  rehearse<T>(writer: Writer, apply: Write<T>['apply']): Promise<T>
  /** A read of one consistent state under the ledger's lock, which is held no longer than `work` runs. */
  snapshot<T>(userId: string, work: (rows: Rows, ledger: HeldLedger) => Promise<T>): Promise<T>
  /** One statement outside any ledger that may change the graph and is safe to repeat. */
  change: Statements['run']
  /** Removes receipts of writes that can no longer be repeated, and replies that are kept no longer. */
  sweep(): Promise<void>
  /** Whether the database answers within two seconds. */
  answers(): Promise<boolean>
  close(): Promise<void>
}>

/** Milliseconds after which a request gives up on the database. */
export const DEADLINE_MS = 4_500
/** The most that a snapshot may take in all, milliseconds; between its rows {@link DEADLINE_MS} counts. */
const SNAPSHOT_MS = 60_000
/** Rows under way at a time: more than any page; of a map so few that they are garbage while they are young. */
const FETCH_SIZE = 200
/** How often rows that something was deleted under are read, at most. */
const MAX_READINGS = 10
const RECEIPT_LIFE_MS = 10 * 60_000
const REPLY_LIFE_MS = 24 * 60 * 60_000

/** What a transaction answers, and whether it is committed. */
type Ended<T> = Readonly<{ value: T; commit: boolean }>

/** Wraps a driver; the database is always named. */
export function createGraph(driver: Driver, database: string, clock: () => number): Graph {
  const lines = createLines(DEADLINE_MS)
  const session = (mode: 'READ' | 'WRITE'): Session =>
    driver.session({ database, defaultAccessMode: mode, fetchSize: FETCH_SIZE })

  const autocommit = (mode: 'READ' | 'WRITE'): Statements['run'] => {
    return async (query, params) =>
      withinDeadline(DEADLINE_MS, async ({ remainingMs }) => {
        const opened = session(mode)
        const given = query.params.parse(params)
        try {
          for (let reading = 1; ; reading += 1) {
            const result = await opened.run(query.text, given, { timeout: remainingMs() })
            const rows = result.records.map((record) => query.row.safeParse(record.toObject()))
            const torn = rows.find(({ success }) => !success)
            if (torn?.error === undefined) return rows.map(({ data }) => data as z.output<typeof query.row>)
            // What is deleted between its match and the reading of its properties has null for the rest of them.
            if (mode === 'WRITE' || reading === MAX_READINGS) throw torn.error
          }
        } finally {
          void opened.close().catch(() => undefined)
        }
      })
  }

  const transaction = async <T>(
    timeoutMs: number,
    work: (tx: Transaction) => Promise<Ended<T>>,
  ): Promise<T> => {
    const opened = session('WRITE')
    try {
      const tx = opened.beginTransaction({ timeout: timeoutMs })
      try {
        const { value, commit } = await work(tx)
        await (commit ? tx.commit() : tx.rollback())
        return value
      } catch (error) {
        if (tx.isOpen()) await tx.rollback().catch(() => undefined)
        throw error
      }
    } finally {
      void opened.close().catch(() => undefined)
    }
  }

  /** A transaction of a user in line with the user's other ones; every try of it has the same receipt. */
  const underLock = async <T>(
    { userId, once }: Writer,
    work: (tx: Statements, ledger: LockedLedger, now: number) => Promise<Ended<T>>,
  ): Promise<T> => {
    const requestId = randomUUID()
    const end = performance.now() + DEADLINE_MS
    const attempt = async ({ remainingMs, passed }: Deadline): Promise<T> =>
      transaction(remainingMs(), async (tx) => {
        const statements = statementsOf(tx)
        const now = clock()
        const replyKey = once?.key ?? null
        const [ledger] = await statements.run(ledgerQueries.lock, { userId, requestId, replyKey, now })
        if (ledger === undefined) throw new Problem('invalid_credentials')
        if (ledger.reply !== null) return { value: replayed<T>(ledger.reply, once), commit: false }
        const ended = await work(statements, ledger, now)
        if (passed()) throw new Problem('service_unavailable')
        return ended
      })
    // They would stand in line at the ledger anyway, each with a connection that others of this process need.
    return lines.take(userId, async () => withinDeadline(end - performance.now(), attempt))
  }

  return {
    read: autocommit('READ'),
    change: autocommit('WRITE'),
    async write<T>(writer: Writer, { apply, recall }: Write<T>) {
      return underLock(writer, async (tx, ledger, now) => {
        if (ledger.repeated) return { value: await recall(tx), commit: false }
        const value = await apply(tx, ledger)
        if (writer.once !== undefined) {
          const result = JSON.stringify(value ?? null)
          await tx.run(ledgerQueries.keepReply, { ...writer.once, userId: writer.userId, result, now })
        }
        return { value, commit: true }
      })
    },
    async rehearse<T>(writer: Writer, apply: Write<T>['apply']) {
      return underLock(writer, async (tx, ledger) => ({ value: await apply(tx, ledger), commit: false }))
    },
    async snapshot(userId, work) {
      return withinDeadline(DEADLINE_MS, (deadline) =>
        transaction(SNAPSHOT_MS, async (tx) => {
          const [ledger] = await statementsOf(tx).run(ledgerQueries.hold, { userId })
          if (ledger === undefined) throw new Problem('invalid_credentials')
          return { value: await work(rowsOf(tx, deadline), ledger), commit: false }
        }),
      )
    },
    async sweep() {
      const change = autocommit('WRITE')
      // Each statement takes so many that its transaction stays small.
      const sweepAll = async (query: typeof ledgerQueries.sweepReceipts, before: number): Promise<void> => {
        while (((await change(query, { before }))[0]?.swept ?? 0) > 0);
      }
      await sweepAll(ledgerQueries.sweepReceipts, clock() - RECEIPT_LIFE_MS)
      await sweepAll(ledgerQueries.sweepReplies, clock() - REPLY_LIFE_MS)
    },
    async answers() {
      const opened = session('READ')
      const asked = opened.run(ledgerQueries.ping.text, {}, { timeout: 2_000 }).then(
        () => true,
        () => false,
      )
      const waited = new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref())
      try {
        return await Promise.race([asked, waited])
      } finally {
        void opened.close().catch(() => undefined)
      }
    },
    close: () => driver.close(),
  }
}

function statementsOf(tx: Transaction): Statements {
  return {
    async run(query, params) {
      const result = await tx.run(query.text, query.params.parse(params))
      return result.records.map((record) => query.row.parse(record.toObject()))
    },
  }
}

function rowsOf(tx: Transaction, deadline: Deadline): Rows {
  return {
    async *stream(query, params) {
      for await (const record of tx.run(query.text, query.params.parse(params))) {
        deadline.renew()
        yield record.toObject() as z.output<typeof query.row>
      }
    },
  }
}

/** What the first of several equal requests answered. */
function replayed<T>(reply: NonNullable<LockedLedger['reply']>, once: Writer['once']): T {
  if (reply.fingerprint !== once?.fingerprint) throw new Problem('idempotency_key_reused')
  return JSON.parse(reply.result) as T
}

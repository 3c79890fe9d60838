import type { Driver, Session, Transaction } from 'neo4j-driver'
import type { z } from 'zod'
import { Problem } from '../problems.ts'
import { withinDeadline, type Deadline } from './deadline.ts'
import { isStatementError } from './failures.ts'
import { ledgerQueries } from './ledger.ts'
import { createPing } from './ping.ts'
import { rowsIn, driverArguments, statementsToPlan, type Rows, type Run, type Tx } from './query.ts'
import { withoutStackTrace } from './stack-trace.ts'

/** Time limit for the database work of a request, milliseconds. */
export const DEADLINE_MS = 4_500
/** Bolt fetch size: covers any page, keeps map rows short-lived. */
const FETCH_SIZE = 200
/** Maximum number of reads when rows are torn by a concurrent deletion. */
const MAX_READS = 10
/** Time kept for the network: a single-statement write that gets the lock later than this before its deadline writes nothing. */
const NETWORK_MS = 500
/** Time limit for planning a statement, or those of a transaction, milliseconds. */
const PLAN_MS = 30_000

type Mode = 'READ' | 'WRITE'
/** The result of a transaction, and whether it is committed. */
type Outcome<T> = Readonly<{ value: T; commit: boolean }>

/** Sessions and transactions of a driver; the database is always named. */
export function createTransactions(driver: Driver, database: string) {
  const session = (mode: Mode): Session =>
    driver.session({ database, defaultAccessMode: mode, fetchSize: FETCH_SIZE })
  const { answers, ping } = createPing(() => session('READ'))

  /** Retries transient failures within a time limit. @throws Problem `service_unavailable` */
  const retried = async <T>(ms: number, attempt: (deadline: Deadline) => Promise<T>): Promise<T> =>
    withinDeadline(ms, ping, attempt)

  /** Runs single statements, each a transaction of its own. @throws Problem `service_unavailable` */
  const autocommit = (mode: Mode, deadlineMs = DEADLINE_MS): Run => {
    return async (query, params) =>
      retried(deadlineMs, async ({ remainingMs }) => {
        const opened = session(mode)
        const timeout = remainingMs()
        const late = performance.now() + timeout - NETWORK_MS
        const statement = driverArguments(query, { lockTimeoutMs: timeout - NETWORK_MS, ...params })
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

  /** Runs one transaction, once. */
  const transaction = async <T>(
    timeoutMs: number,
    work: (tx: Transaction) => Promise<Outcome<T>>,
  ): Promise<T> => {
    const opened = session('WRITE')
    try {
      const tx = opened.beginTransaction({ timeout: timeoutMs })
      try {
        const { value, commit } = await work(tx)
        // A pipelined statement may have failed after `work` had its value: then ROLLBACK fails, too, and nothing is lost.
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

  const planAlone = async (): Promise<void> => {
    const opened = session('WRITE')
    try {
      for (const { text } of statementsToPlan('alone')) {
        await opened.run(text, { params: {} }, { timeout: PLAN_MS }).catch((error: unknown) => {
          // Without parameters some fail, once they are planned; that of the vector index fails before there is one.
          if (!isStatementError(error)) throw error
        })
      }
    } finally {
      await opened.close()
    }
  }
  const planBehindWrites = async (): Promise<void> =>
    transaction(PLAN_MS, async (tx) => {
      await tx.run(ledgerQueries.beginWriting.text)
      for (const { text } of statementsToPlan('behind writes')) await tx.run(text, { params: {} })
      return { value: undefined, commit: false }
    })
  /** Lets the database plan statements by running them without parameters. */
  const plan = async (): Promise<void> => {
    await Promise.all([planAlone(), planBehindWrites()])
  }

  return { answers, retried, autocommit, transaction, plan }
}
export type Transactions = ReturnType<typeof createTransactions>

/** Runs the statements of a transaction. */
export function statementsOf(tx: Transaction): Tx {
  return {
    async run(query, params) {
      const { records } = await withoutStackTrace(() => tx.run(...driverArguments(query, params)))
      const { rows, torn } = await rowsIn(records, query.row)
      if (torn !== undefined) throw torn
      return rows
    },
  }
}

/** Also streams rows, each of which renews the deadline. */
export function rowsOf(tx: Transaction, deadline: Pick<Deadline, 'renew'>): Rows {
  return {
    ...statementsOf(tx),
    async *stream(query, params) {
      for await (const record of tx.run(...driverArguments(query, params))) {
        deadline.renew()
        yield record.toObject() as z.output<typeof query.row>
      }
    },
  }
}

import { z } from 'zod'
import type { Writer } from '../auth/actor.ts'
import { Problem } from '../problems.ts'
import { column, int, planAtStart, queriesIn, type Query, type Run } from './query.ts'

const query = queriesIn('graph')

const LockedLedger = z.strictObject({
  revision: z.int(),
  lastCreatedAt: z.int(),
  ideaCount: z.int(),
  repeated: z.boolean(),
  reply: z.strictObject({ fingerprint: z.string(), result: z.string() }).nullable(),
})
const LedgerVersion = z.strictObject({ revision: z.int(), epoch: z.string() })

/** The statements that the graph runs itself. */
export const ledgerQueries = {
  lock: query(
    'ledger-lock',
    { userId: z.string(), requestId: z.string(), replyKey: z.string().nullable(), now: int },
    LockedLedger,
  ),
  keepReply: query(
    'ledger-keep-reply',
    { key: z.string(), userId: z.string(), fingerprint: z.string(), result: z.string(), now: int },
    z.strictObject({ key: z.string() }),
  ),
  lockForRead: query('ledger-lock-for-read', { userId: z.string() }, LedgerVersion),
  userCount: query('ledger-count', {}, z.strictObject({ users: z.int() })),
  beginWriting: query('begin-writing', {}, z.strictObject({})),
  ping: query('ping', {}, z.strictObject({ one: z.int() })),
  sweepReceipts: query('ledger-sweep-receipts', { before: int }, column('swept', z.int())),
  sweepReplies: query('ledger-sweep-replies', { before: int }, column('swept', z.int())),
}
planAtStart({ lockForRead: ledgerQueries.lockForRead }, 'alone')

/** The state of a user's ledger when its write lock was acquired. */
export type LockedLedger = z.infer<typeof LockedLedger>
/** The revision of a user's graph, and the epoch of the database that it belongs to; for ETags. */
export type LedgerVersion = z.infer<typeof LedgerVersion>

/** How long the response to an `Idempotency-Key` is kept. */
export const REPLY_LIMITS = { keptMs: 24 * 60 * 60_000 }

/** The row of a statement that finds the user's ledger. @throws Problem `invalid_credentials` when the user was deleted */
export function existing<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Problem('invalid_credentials')
  return row
}

/** Runs a write of one statement, which takes the ledger's lock itself; returns the row of its outcome. @throws Problem `invalid_credentials` when the user was deleted */
export async function conditionalWrite<P extends z.ZodObject, R extends z.ZodType>(
  run: Run,
  query: Query<P, R>,
  params: z.input<P>,
): Promise<z.output<R>> {
  return existing(await run(query, params))
}

/** The stored result of the first request with the same idempotency key. @throws Problem `idempotency_key_reused` */
export function replayed<T>(
  reply: NonNullable<LockedLedger['reply']>,
  idempotency: Writer['idempotency'],
): T {
  if (reply.fingerprint !== idempotency?.fingerprint) throw new Problem('idempotency_key_reused')
  return JSON.parse(reply.result) as T
}

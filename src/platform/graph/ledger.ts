import { z } from 'zod'
import { int, queriesIn } from './query.ts'

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
  ping: query('ping', {}, z.strictObject({ one: z.int() })),
  sweepReceipts: query('ledger-sweep-receipts', { before: int }, z.strictObject({ swept: z.int() })),
  sweepReplies: query('ledger-sweep-replies', { before: int }, z.strictObject({ swept: z.int() })),
}

/** The state of a user's ledger when its write lock was acquired. */
export type LockedLedger = z.infer<typeof LockedLedger>
/** The revision of a user's graph, and the epoch of the database that it belongs to; for ETags. */
export type LedgerVersion = z.infer<typeof LedgerVersion>

/** How long the response to an `Idempotency-Key` is kept. */
export const REPLY_LIMITS = { keptMs: 24 * 60 * 60_000 }

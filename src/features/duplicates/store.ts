import { z } from 'zod'
import { PassageLabel } from '../indexing/schema.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, int, planAtStart, queriesIn, type Tx } from '../../platform/graph/query.ts'
import { RELATIONS_PER_IDEA } from '../relations/schema.ts'
import { DuplicateStatus } from './schema.ts'

const Passage = z.strictObject({ embedding: z.array(z.number()), length: z.int() })
const passages = z.array(Passage)
/** The passages of an idea, in their order. */
export type Passages = z.infer<typeof passages>

const Subject = z.strictObject({
  id: z.int(),
  userId: z.string(),
  title: z.string(),
  body: z.string(),
  passages,
})
const SubjectRow = z.strictObject({ idea: Subject, known: z.array(z.int()), decided: z.array(z.int()) })
/** The idea of a job, the others that it has open pairs with, and those of pairs that somebody has decided about. */
export type SubjectRow = z.infer<typeof SubjectRow>

const Candidate = z.strictObject({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  contentHash: z.string(),
})
/** An idea that another is compared with. */
type Candidate = z.infer<typeof Candidate>

const PairRow = z.strictObject({
  id: z.int(),
  score: z.number(),
  confidence: z.number().nullable(),
  reasons: z.array(z.string()).nullable(),
  status: DuplicateStatus,
  createdAt: z.int(),
  ideaId: z.int(),
  ideaTitle: z.string(),
  duplicateOfId: z.int(),
  duplicateOfTitle: z.string(),
})
export type PairRow = z.infer<typeof PairRow>

const Finding = z.object({
  otherId: int,
  /** The content of the other that was compared. */
  otherHash: z.string(),
  score: z.number(),
  confidence: z.number(),
  reasons: z.array(z.string()).readonly(),
  /** Ids that are used when the pair, or its relation, is new. */
  pairId: int,
  relationId: int,
})
/** What a comparison with one other idea found. */
export type Finding = z.input<typeof Finding>

const user = { userId: z.string() }
const ids = z.array(int)
const id = column('id', z.int())
const Mark = z.object({ id: int, relationId: int })
type Mark = z.input<typeof Mark>

const query = queriesIn('duplicates')

/** Every statement about pairs of possible duplicates. */
export const duplicateQueries = {
  subject: query(
    'subject',
    { ideaId: int, version: int, label: PassageLabel, most: int, mostPending: int, mostWithdrawn: int },
    SubjectRow,
  ),
  candidates: query('candidates', { ...user, ids }, column('idea', Candidate)),
  passages: query(
    'passages',
    { ...user, ids, label: PassageLabel, most: int },
    z.strictObject({ id: z.int(), passages }),
  ),
  settings: query('settings', user, column('settings', z.string())),
  record: query(
    'record',
    { ...user, ideaId: int, version: int, findings: z.array(Finding), threshold: z.number(), now: int },
    z.strictObject({ id: z.int(), relationId: z.int() }),
  ),
  mark: query('mark', { ...user, marks: z.array(Mark), now: int, most: int }, id),
  dismiss: query('dismiss', { ...user, id: int }, column('status', DuplicateStatus)),
  list: query(
    'list',
    { ...user, offset: int, limit: int },
    z.strictObject({ total: z.int(), pairs: z.array(PairRow) }),
  ),
  misplaced: query('misplaced', { ...user, threshold: z.number(), limit: int }, id),
  reassess: query('reassess', { ...user, threshold: z.number(), ids }, id),
}
const { subject, candidates, settings } = duplicateQueries
planAtStart({ subject, candidates, settings }, 'alone')

/** So many passages of an idea stand for all of them: some 50,000 characters. */
const MOST_PASSAGES = 60
/** So many pairs of one idea are compared again, and written in one transaction. */
const MOST_KNOWN = { mostPending: 500, mostWithdrawn: 50 }

/** The graph as the duplicates feature uses it. */
export function createDuplicateStore({ read, write }: Pick<Graph, 'read' | 'write'>) {
  return {
    write,
    /** Nothing when the idea was written anew meanwhile. */
    subject: async (ideaId: number, version: number, of: PassageLabel): Promise<SubjectRow | undefined> => {
      const params = { ideaId, version, label: of, most: MOST_PASSAGES, ...MOST_KNOWN }
      return first(read, duplicateQueries.subject, params)
    },
    candidates: async (userId: string, wanted: number[]): Promise<Candidate[]> =>
      read(duplicateQueries.candidates, { userId, ids: wanted }),
    /** By the id of their idea. */
    passages: async (userId: string, wanted: number[], of: PassageLabel): Promise<Map<number, Passages>> => {
      const params = { userId, ids: wanted, label: of, most: MOST_PASSAGES }
      return new Map((await read(duplicateQueries.passages, params)).map((row) => [row.id, row.passages]))
    },
    /** As JSON; nothing when the account is gone. */
    settings: async (userId: string, tx: Tx = { run: read }): Promise<string> =>
      (await first(tx.run, duplicateQueries.settings, { userId })) ?? '{}',
    list: async (userId: string, page: { offset: number; limit: number }) =>
      (await first(read, duplicateQueries.list, { userId, ...page })) ?? { total: 0, pairs: [] },
    record: async (tx: Tx, params: z.input<typeof duplicateQueries.record.params>): Promise<Mark[]> =>
      tx.run(duplicateQueries.record, params),
    /** Gives pairs the automatic relations that they should have, and takes others away. */
    mark: async (tx: Tx, userId: string, marks: Mark[], now: number): Promise<void> => {
      const most = RELATIONS_PER_IDEA
      if (marks.length > 0) await tx.run(duplicateQueries.mark, { userId, marks, now, most })
    },
    /** What the pair was before; nothing when there is none. */
    dismiss: async (tx: Tx, userId: string, pairId: number): Promise<DuplicateStatus | undefined> =>
      first(tx.run, duplicateQueries.dismiss, { userId, id: pairId }),
    misplaced: async (userId: string, threshold: number, limit: number): Promise<number[]> =>
      read(duplicateQueries.misplaced, { userId, threshold, limit }),
    /** Puts pairs on their side of the threshold, and answers those that it found. */
    reassess: async (tx: Tx, userId: string, threshold: number, pairIds: number[]): Promise<number[]> =>
      tx.run(duplicateQueries.reassess, { userId, threshold, ids: pairIds }),
  }
}
export type DuplicateStore = ReturnType<typeof createDuplicateStore>

import { z } from 'zod'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { DuplicateStatus } from './schema.ts'

const Passage = z.strictObject({ embedding: z.array(z.number()), length: z.int() })
const Compared = z.strictObject({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  passages: z.array(Passage),
})
/** An idea with what a comparison needs of it. */
export type Compared = z.infer<typeof Compared>

const SubjectRow = z.strictObject({
  idea: Compared.extend({ userId: z.string() }),
  known: z.array(z.int()),
  settings: z.string(),
})
/** The idea of a job, the others that it has open pairs with, and the settings of its user as JSON. */
export type SubjectRow = z.infer<typeof SubjectRow>

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
  score: z.number(),
  confidence: z.number(),
  reasons: z.array(z.string()).readonly(),
  isPending: z.boolean(),
  /** Ids that are used when the pair, or its relation, is new. */
  pairId: int,
  relationId: int,
})
/** What a comparison with one other idea found. */
export type Finding = z.input<typeof Finding>

const user = { userId: z.string() }
const label = z.enum(['PassageA', 'PassageB']).meta({ example: 'PassageA' })
const ids = z.array(int)
const id = z.strictObject({ id: z.int() })
const Mark = z.object({ id: int, relationId: int })
type Mark = z.input<typeof Mark>

/** Every statement about pairs of possible duplicates. */
export const duplicateQueries = {
  subject: defineQuery(
    'duplicates/subject.cypher',
    { ideaId: int, version: int, label, most: int },
    SubjectRow,
  ),
  candidates: defineQuery(
    'duplicates/candidates.cypher',
    { ...user, ids, label, most: int },
    z.strictObject({ idea: Compared }),
  ),
  record: defineQuery(
    'duplicates/record.cypher',
    { ...user, ideaId: int, version: int, findings: z.array(Finding), now: int },
    z.strictObject({ id: z.int(), relationId: z.int() }),
  ),
  mark: defineQuery('duplicates/mark.cypher', { ...user, marks: z.array(Mark), now: int }, id),
  dismiss: defineQuery(
    'duplicates/dismiss.cypher',
    { ...user, id: int },
    z.strictObject({ status: DuplicateStatus }),
  ),
  list: defineQuery(
    'duplicates/list.cypher',
    { ...user, offset: int, limit: int },
    z.strictObject({ total: z.int(), pairs: z.array(PairRow) }),
  ),
  misplaced: defineQuery('duplicates/misplaced.cypher', { ...user, threshold: z.number(), limit: int }, id),
  replace: defineQuery('duplicates/replace.cypher', { ...user, threshold: z.number(), ids }, id),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements
type Label = z.infer<typeof label>

/** So many passages of an idea stand for all of them: some 50,000 characters. */
const MOST_PASSAGES = 60

/** The graph as the duplicates feature uses it. */
export function createDuplicateStore({ read, write }: Pick<Graph, 'read' | 'write'>) {
  return {
    write,
    /** Nothing when the idea was written anew meanwhile. */
    subject: async (ideaId: number, version: number, of: Label): Promise<SubjectRow | undefined> =>
      (await read(duplicateQueries.subject, { ideaId, version, label: of, most: MOST_PASSAGES }))[0],
    candidates: async (userId: string, wanted: number[], of: Label): Promise<Compared[]> => {
      const params = { userId, ids: wanted, label: of, most: MOST_PASSAGES }
      return (await read(duplicateQueries.candidates, params)).map(({ idea }) => idea)
    },
    list: async (userId: string, page: { offset: number; limit: number }) =>
      (await read(duplicateQueries.list, { userId, ...page }))[0] ?? { total: 0, pairs: [] },
    record: async (tx: Tx, params: z.input<typeof duplicateQueries.record.params>): Promise<Mark[]> =>
      tx.run(duplicateQueries.record, params),
    /** Gives pairs the automatic relations that they should have, and takes others away. */
    mark: async (tx: Tx, userId: string, marks: Mark[], now: number): Promise<void> => {
      if (marks.length > 0) await tx.run(duplicateQueries.mark, { userId, marks, now })
    },
    /** What the pair was before; nothing when there is none. */
    dismiss: async (tx: Tx, userId: string, pairId: number): Promise<DuplicateStatus | undefined> =>
      (await tx.run(duplicateQueries.dismiss, { userId, id: pairId }))[0]?.status,
    misplaced: async (userId: string, threshold: number, limit: number): Promise<number[]> =>
      (await read(duplicateQueries.misplaced, { userId, threshold, limit })).map((row) => row.id),
    replace: async (tx: Tx, userId: string, threshold: number, pairIds: number[]): Promise<number[]> =>
      (await tx.run(duplicateQueries.replace, { userId, threshold, ids: pairIds })).map((row) => row.id),
  }
}
export type DuplicateStore = ReturnType<typeof createDuplicateStore>

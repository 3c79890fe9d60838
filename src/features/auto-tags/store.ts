import { z } from 'zod'
import { PASSAGE_LABELS, PassageLabel } from '../graph-names.ts'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

const place = { userId: z.string(), id: int }
const idea = { ...place, title: z.string(), body: z.string() }
const one = z.strictObject({ id: z.int() })
const vector = z.array(z.number()).meta({ example: [1, 0] })
const nearest = { ...place, vector, window: int, limit: int }
const TagRow = z.strictObject({ id: z.int(), name: z.string() })
export type TagRow = z.infer<typeof TagRow>
const NeighbourRow = z.strictObject({
  id: z.int(),
  vector: z.array(z.number()),
  tags: z.array(TagRow),
})
const PassageRow = z.strictObject({ embedding: z.array(z.number()), length: z.int() })
export type PassageRow = z.infer<typeof PassageRow>

/** The statements about automatic tags that need nothing but the migrated database. */
export const autoTagQueries = {
  awaits: defineQuery('auto-tags/awaits.cypher', idea, one),
  take: defineQuery('auto-tags/take.cypher', idea, one),
  settle: defineQuery('auto-tags/settle.cypher', idea, one),
  names: defineQuery('auto-tags/names.cypher', { userId: z.string(), limit: int }, TagRow),
  standing: defineQuery('auto-tags/standing.cypher', { userId: z.string(), tagIds: z.array(int) }, TagRow),
  passages: defineQuery(
    'auto-tags/passages.cypher',
    { ...place, label: PassageLabel, limit: int },
    PassageRow,
  ),
}

/** The statements that need the vector index of their slot. */
export const neighbourQueries = {
  a: defineQuery('auto-tags/neighbours-a.cypher', nearest, NeighbourRow),
  b: defineQuery('auto-tags/neighbours-b.cypher', nearest, NeighbourRow),
}

/** Which of the two vector indexes it is about. */
export type Slot = keyof typeof neighbourQueries

/** The idea that tags are suggested for, as it was when that began. */
export type Awaiting = Readonly<{ id: number; userId: string; title: string; body: string }>

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements

/** The graph as automatic tags use it. */
export function createAutoTagStore(graph: Graph) {
  return {
    write: graph.write,
    awaits: async (of: Awaiting): Promise<boolean> =>
      (await graph.read(autoTagQueries.awaits, of)).length > 0,
    take: async (tx: Tx, of: Awaiting): Promise<boolean> =>
      (await tx.run(autoTagQueries.take, of)).length > 0,
    settle: async (of: Awaiting) => graph.change(autoTagQueries.settle, of),
    names: async (userId: string, limit: number): Promise<TagRow[]> =>
      graph.read(autoTagQueries.names, { userId, limit }),
    /** By its id what each of these tags is called now, as far as they are still there. */
    standing: async (tx: Tx, userId: string, tagIds: number[]): Promise<Map<number, string>> => {
      const rows = await tx.run(autoTagQueries.standing, { userId, tagIds })
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    passages: async ({ id, userId }: Awaiting, slot: Slot, limit: number): Promise<PassageRow[]> =>
      graph.read(autoTagQueries.passages, { id, userId, label: PASSAGE_LABELS[slot], limit }),
    neighbours: async (slot: Slot, params: z.input<typeof neighbourQueries.a.params>) =>
      graph.read(neighbourQueries[slot], params),
  }
}
export type AutoTagStore = ReturnType<typeof createAutoTagStore>

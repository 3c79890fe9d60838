import { z } from 'zod'
import { PASSAGE_LABELS, PassageLabel } from '../indexing/schema.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, int, planAtStart, queriesIn, type Tx } from '../../platform/graph/query.ts'

const query = queriesIn('auto-tags')

const ideaRef = { userId: z.string(), id: int }
const idea = { ...ideaRef, title: z.string(), body: z.string() }
const one = column('id', z.int())
const vector = z.array(z.number())
const nearest = { ...ideaRef, vector, window: int, limit: int }
const TagRow = z.strictObject({ id: z.int(), name: z.string() })
export type TagRow = z.infer<typeof TagRow>
const NeighbourRow = z.strictObject({ id: z.int(), vector: z.array(z.number()), tags: z.array(TagRow) })
const PassageRow = z.strictObject({ embedding: z.array(z.number()), length: z.int() })
type PassageRow = z.infer<typeof PassageRow>

/** The statements that need only a migrated database. */
export const autoTagQueries = {
  awaits: query('awaits', idea, one),
  take: query('take', idea, one),
  settle: query('settle', idea, one),
  accept: query('accept', { ...ideaRef, nameKey: z.string(), now: int }, one),
  refuse: query('refuse', { ...ideaRef, nameKey: z.string(), now: int }, one),
  names: query('names', { userId: z.string(), limit: int }, TagRow),
  standing: query('standing', { userId: z.string(), tagIds: z.array(int) }, TagRow),
  passages: query('passages', { ...ideaRef, label: PassageLabel, limit: int }, PassageRow),
}
planAtStart({ awaits: autoTagQueries.awaits }, 'alone')

/** The statements that need the vector index of a slot. */
export const neighbourQueries = {
  a: query('neighbours-a', nearest, NeighbourRow),
  b: query('neighbours-b', nearest, NeighbourRow),
}

/** One of the two vector indexes. */
export type Slot = keyof typeof neighbourQueries

/** An idea that awaits tags, as it was when the job started. */
export type Awaiting = Readonly<{ id: number; userId: string; title: string; body: string }>

/** Repository of automatic tags. */
export function createAutoTagStore(graph: Graph) {
  return {
    write: graph.write,
    awaits: async (of: Awaiting): Promise<boolean> =>
      (await graph.read(autoTagQueries.awaits, of)).length > 0,
    take: async (tx: Tx, of: Awaiting): Promise<boolean> =>
      (await tx.run(autoTagQueries.take, of)).length > 0,
    settle: async (of: Awaiting) => graph.change(autoTagQueries.settle, of),
    /** Makes a tag of the idea a chosen one; false if the idea does not have it. */
    accept: async (tx: Tx, tag: z.input<typeof autoTagQueries.accept.params>): Promise<boolean> =>
      (await tx.run(autoTagQueries.accept, tag)).length > 0,
    /** Takes an automatic tag from the idea; false if the idea has no such one. */
    refuse: async (tx: Tx, tag: z.input<typeof autoTagQueries.refuse.params>): Promise<boolean> =>
      (await tx.run(autoTagQueries.refuse, tag)).length > 0,
    names: async (userId: string, limit: number) => graph.read(autoTagQueries.names, { userId, limit }),
    /** The current names, by id, of those of these tags that still exist. */
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

import { z } from 'zod'
import { EdgeType } from '../graph-names.ts'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { RelationRow } from './present.ts'

const user = { userId: z.string() }
const ends = { ...user, sourceId: int, targetId: int }
const path = z.strictObject({ ids: z.array(z.int()) })
const one = z.strictObject({ id: z.int() })

/** Every statement about relations. */
export const relationQueries = {
  list: defineQuery(
    'relations/list.cypher',
    { ...user, ideaId: int },
    z.strictObject({ relations: z.array(RelationRow) }),
  ),
  get: defineQuery('relations/get.cypher', { ...user, id: int }, z.strictObject({ relation: RelationRow })),
  check: defineQuery(
    'relations/check.cypher',
    { ...ends, type: EdgeType },
    z.strictObject({
      source: z.boolean(),
      target: z.boolean(),
      equal: z.strictObject({ id: z.int(), isAutomatic: z.boolean() }).nullable(),
    }),
  ),
  cycleBlocks: defineQuery('relations/cycle-blocks.cypher', { sourceId: int, targetId: int }, path),
  cycleParent: defineQuery('relations/cycle-parent.cypher', { sourceId: int, targetId: int }, path),
  cycleSupersedes: defineQuery('relations/cycle-supersedes.cypher', { sourceId: int, targetId: int }, path),
  create: defineQuery(
    'relations/create.cypher',
    { ...ends, id: int, type: EdgeType, note: z.string().nullable(), createdAt: int },
    z.strictObject({ relation: RelationRow }),
  ),
  adopt: defineQuery(
    'relations/adopt.cypher',
    { ...ends, id: int, note: z.string().nullable() },
    z.strictObject({ relation: RelationRow }),
  ),
  updateNote: defineQuery(
    'relations/update-note.cypher',
    { ...ends, id: int, type: EdgeType, note: z.string().nullable() },
    one,
  ),
  remove: defineQuery('relations/remove.cypher', { ...ends, id: int, type: EdgeType }, one),
  parents: defineQuery(
    'relations/parents.cypher',
    { ...user, ideaId: int },
    z.strictObject({ id: z.int(), parentId: z.int() }),
  ),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements

/** The graph as the relations feature uses it. */
export function createRelationStore(graph: Graph) {
  return {
    write: graph.write,
    listOfIdea: async (userId: string, ideaId: number): Promise<RelationRow[] | undefined> => {
      const [row] = await graph.read(relationQueries.list, { userId, ideaId })
      return row?.relations
    },
    read: async (userId: string, id: number): Promise<RelationRow | undefined> => {
      const [row] = await graph.read(relationQueries.get, { userId, id })
      return row?.relation
    },
    get: async (tx: Tx, userId: string, id: number): Promise<RelationRow | undefined> => {
      const [row] = await tx.run(relationQueries.get, { userId, id })
      return row?.relation
    },
    check: async (tx: Tx, edge: { userId: string; sourceId: number; targetId: number; type: EdgeType }) => {
      const [row] = await tx.run(relationQueries.check, edge)
      return row ?? { source: false, target: false, equal: null }
    },
    /** The ids from target back to source, or nothing; only these three types are free of cycles. */
    pathBack: async (
      tx: Tx,
      type: 'BLOCKS' | 'PARENT' | 'SUPERSEDES',
      sourceId: number,
      targetId: number,
    ) => {
      const [row] = await tx.run(CYCLE_QUERY[type], { sourceId, targetId })
      return row?.ids
    },
    create: async (tx: Tx, userId: string, edge: RelationRow): Promise<RelationRow> => {
      const [row] = await tx.run(relationQueries.create, { ...edge, userId })
      if (row === undefined) throw new Error('the ends of a relation vanished under the ledger lock')
      return row.relation
    },
    /** Makes an automatic relation one by hand. */
    adopt: async (tx: Tx, userId: string, edge: RelationRow): Promise<RelationRow> => {
      const { id, sourceId, targetId, note } = edge
      const [row] = await tx.run(relationQueries.adopt, { userId, id, sourceId, targetId, note })
      if (row === undefined) throw new Error('an automatic relation vanished under the ledger lock')
      return row.relation
    },
    updateNote: async (tx: Tx, userId: string, edge: RelationRow): Promise<void> => {
      const { createdAt: _, ...rest } = edge
      await tx.run(relationQueries.updateNote, { ...rest, userId })
    },
    remove: async (tx: Tx, userId: string, edge: Omit<RelationRow, 'note' | 'createdAt'>): Promise<void> => {
      const { id, sourceId, targetId, type } = edge
      await tx.run(relationQueries.remove, { userId, id, sourceId, targetId, type })
    },
    parents: async (tx: Tx, userId: string, ideaId: number) =>
      tx.run(relationQueries.parents, { userId, ideaId }),
  }
}
export type RelationStore = ReturnType<typeof createRelationStore>

const CYCLE_QUERY = {
  BLOCKS: relationQueries.cycleBlocks,
  PARENT: relationQueries.cycleParent,
  SUPERSEDES: relationQueries.cycleSupersedes,
} as const

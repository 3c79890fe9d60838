import { z } from 'zod'
import { EdgeType } from './schema.ts'
import type { Graph, Statements } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int } from '../../platform/graph/query.ts'
import { RelationRow } from './present.ts'

const query = queriesIn('relations')

const user = { userId: z.string() }
const ends = { ...user, sourceId: int, targetId: int }
const path = column('ids', z.array(z.int()))
const one = column('id', z.int())
const Edge = z.object({ id: int, sourceId: int, targetId: int, type: EdgeType })

/** Ideas per page of {@link RelationStore}'s `arrows`. */
const PAGE = 2_000

const Arrows = z.tuple([z.int(), z.int(), z.array(z.int()), z.array(z.int())])

/** The statements on relations. */
export const relationQueries = {
  list: query('list', { ...user, ideaId: int }, column('relations', z.array(RelationRow))),
  get: query('get', { ...user, id: int }, column('relation', RelationRow)),
  check: query(
    'check',
    { ...ends, type: EdgeType },
    z.strictObject({
      source: z.boolean(),
      target: z.boolean(),
      equal: z.strictObject({ id: z.int(), isAutomatic: z.boolean() }).nullable(),
    }),
  ),
  cycleBlocks: query('cycle-blocks', { sourceId: int, targetId: int }, path),
  cycleParent: query('cycle-parent', { sourceId: int, targetId: int }, path),
  cycleSupersedes: query('cycle-supersedes', { sourceId: int, targetId: int }, path),
  arrows: query('arrows', { ...user, createdAt: int, id: int, limit: int }, column('ideas', z.array(Arrows))),
  closing: query('closing', { blocks: z.array(Edge), parent: z.array(Edge), supersedes: z.array(Edge) }, one),
  create: query(
    'create',
    { ...ends, id: int, type: EdgeType, note: z.string().nullable(), createdAt: int, most: int.nullable() },
    column('full', z.int().nullable()),
  ),
  adopt: query('adopt', { ...ends, id: int, note: z.string().nullable() }, column('relation', RelationRow)),
  updateNote: query('update-note', { ...ends, id: int, type: EdgeType, note: z.string().nullable() }, one),
  remove: query('remove', { ...ends, id: int, type: EdgeType }, one),
  parents: query('parents', { ...user, ideaId: int }, z.strictObject({ id: z.int(), parentId: z.int() })),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements

/** A relation that a user makes. */
export type NewRelation = Omit<RelationRow, 'score'>
/** An existing relation. */
export type EdgeRow = Pick<RelationRow, 'id' | 'sourceId' | 'targetId' | 'type'>

/** Repository of relations. */
export function createRelationStore(graph: Graph) {
  return {
    write: graph.write,
    listOfIdea: async (userId: string, ideaId: number): Promise<RelationRow[] | undefined> => {
      const parts = await graph.read(relationQueries.list, { userId, ideaId })
      return parts.length === 0 ? undefined : parts.flat()
    },
    read: async (userId: string, id: number) => first(graph.read, relationQueries.get, { userId, id }),
    get: async (tx: Tx, userId: string, id: number) => first(tx.run, relationQueries.get, { userId, id }),
    check: async (tx: Tx, edge: { userId: string; sourceId: number; targetId: number; type: EdgeType }) =>
      (await first(tx.run, relationQueries.check, edge)) ?? { source: false, target: false, equal: null },
    /** The ids of a path from target back to source; undefined if there is none. */
    pathBack: async (tx: Tx, type: keyof typeof CYCLE_QUERY, sourceId: number, targetId: number) =>
      first(tx.run, CYCLE_QUERY[type], { sourceId, targetId }),
    /** Like `pathBack`, outside transactions. */
    shortestBack: async (type: keyof typeof CYCLE_QUERY, sourceId: number, targetId: number) =>
      first(graph.read, CYCLE_QUERY[type], { sourceId, targetId }),
    /** Of each active idea: id, createdAt, the ids of the ideas that it blocks, and of those that it is the parent of. */
    async *arrows(userId: string): AsyncGenerator<z.infer<typeof Arrows>> {
      let [id, createdAt] = [0, Number.MIN_SAFE_INTEGER]
      for (;;) {
        const page =
          (await first(graph.read, relationQueries.arrows, { userId, createdAt, id, limit: PAGE })) ?? []
        yield* page
        const last = page.at(-1)
        if (page.length < PAGE || last === undefined) return
        ;[id, createdAt] = last
      }
    },
    /** The ids of the relations that are part of a cycle. */
    async closing(tx: Tx, relations: readonly EdgeRow[]): Promise<Set<number>> {
      const of = (type: EdgeType) => relations.filter((edge) => edge.type === type)
      const edges = { blocks: of('BLOCKS'), parent: of('PARENT'), supersedes: of('SUPERSEDES') }
      if (Object.values(edges).every(({ length }) => length === 0)) return new Set()
      return new Set(await tx.run(relationQueries.closing, edges))
    },
    /** Returns the id of an end that has `most` relations already (null: any number), or null if the relation is created. */
    create: async (
      tx: Tx,
      userId: string,
      edge: NewRelation,
      most: number | null,
    ): Promise<number | null> => {
      const full = await first(tx.run, relationQueries.create, { ...edge, userId, most })
      if (full === undefined) throw new Error('the ends of a relation vanished under the ledger lock')
      return full
    },
    /** Converts an automatic relation into a manual one. */
    adopt: async (tx: Tx, userId: string, edge: NewRelation): Promise<RelationRow> => {
      const { id, sourceId, targetId, note } = edge
      const adopted = await first(tx.run, relationQueries.adopt, { userId, id, sourceId, targetId, note })
      if (adopted === undefined) throw new Error('an automatic relation vanished under the ledger lock')
      return adopted
    },
    updateNote: async (tx: Tx, userId: string, edge: RelationRow): Promise<void> => {
      const { createdAt: _, ...rest } = edge
      await tx.run(relationQueries.updateNote, { ...rest, userId })
    },
    remove: async (tx: Tx, userId: string, edge: EdgeRow): Promise<void> => {
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

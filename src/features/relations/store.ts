import { z } from 'zod'
import { EdgeType } from './schema.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { conditionalWrite } from '../../platform/graph/ledger.ts'
import {
  column,
  first,
  int,
  planAtStart,
  queriesIn,
  singleStatementParams,
  type Tx,
} from '../../platform/graph/query.ts'
import { positional } from '../../platform/schema.ts'
import { RelationRow } from './present.ts'

export type { Tx }

const query = queriesIn('relations')

const user = { userId: z.string() }
const ends = { ...user, sourceId: int, targetId: int }
const one = column('id', z.int())
const Edge = z.object({ id: int, sourceId: int, targetId: int, type: EdgeType })

/** Ideas per page of {@link RelationStore}'s `adjacency`. */
const PAGE = 2_000

const creation = {
  ...ends,
  ...singleStatementParams,
  id: int,
  note: z.string().nullable(),
  createdAt: int,
  most: int.nullable(),
  now: int,
}
const Judgement = z.strictObject({
  id: z.int().nullable(),
  createdAt: z.int(),
  source: z.boolean(),
  target: z.boolean(),
  equal: z.int().nullable(),
  back: z.array(z.int()).nullable(),
  full: z.int().nullable(),
})
/**
 * What became of a new relation: its id and the time of its creation, or, with `id` null, what speaks against it: an end that is
 * not there, an equal relation, the ids of a path from target back to source, an end that has too many relations.
 */
type Judgement = z.infer<typeof Judgement>

const Adjacency = z.tuple([z.int(), z.int(), z.array(z.int()), z.array(z.int())])

/** The statements on relations. */
export const relationQueries = {
  list: query('list', { ...user, ideaId: int }, column('relations', z.array(positional(RelationRow)))),
  get: query('get', { ...user, id: int }, column('relation', RelationRow)),
  adjacency: query(
    'adjacency',
    { ...user, createdAt: int, id: int, limit: int },
    column('ideas', z.array(Adjacency)),
  ),
  inCycle: query(
    'in-cycle',
    { blocks: z.array(Edge), parent: z.array(Edge), supersedes: z.array(Edge) },
    one,
  ),
  create: query('create', { ...creation, type: EdgeType }, Judgement),
  createBlocks: query('create-blocks', creation, Judgement),
  createParent: query('create-parent', creation, Judgement),
  createSupersedes: query('create-supersedes', { ...creation, force: z.boolean() }, Judgement),
  updateNote: query(
    'update-note',
    { ...user, ...singleStatementParams, id: int, note: z.string().nullable(), now: int },
    column('relation', RelationRow.nullable()),
  ),
  remove: query(
    'remove',
    { ...user, ...singleStatementParams, id: int, now: int },
    column('removed', z.boolean()),
  ),
  removeParents: query(
    'remove-parents',
    { ...user, ideaId: int, ids: z.array(int) },
    column('removed', z.int()),
  ),
}
// The others change a parent or a type, or belong to merges, and write nothing without parameters.
const { list: _, adjacency: _adjacency, ...behindWrites } = relationQueries
planAtStart(behindWrites, 'behind writes')

/** A new relation; `most` is the limit of its ends (null: none), `force` lets a `supersedes` close a cycle. */
export type Creation = z.input<typeof relationQueries.create.params> & Readonly<{ force: boolean }>
/** An existing relation. */
export type EdgeRow = Pick<RelationRow, 'id' | 'sourceId' | 'targetId' | 'type'>

/** Repository of relations. */
export function createRelationStore(graph: Graph) {
  return {
    write: graph.write,
    writeInOneStatement: graph.writeInOneStatement,
    /** Runs single statements outside a transaction. */
    autocommit: { run: graph.read } satisfies Tx,
    listOfIdea: async (userId: string, ideaId: number): Promise<RelationRow[] | undefined> => {
      const parts = await graph.read(relationQueries.list, { userId, ideaId })
      return parts.length === 0 ? undefined : parts.flat()
    },
    get: async (tx: Tx, userId: string, id: number) => first(tx.run, relationQueries.get, { userId, id }),
    /** Of each active idea: id, createdAt, the ids of the ideas that it blocks, and of those that it is the parent of. */
    async *adjacency(userId: string): AsyncGenerator<z.infer<typeof Adjacency>> {
      let [id, createdAt] = [0, Number.MIN_SAFE_INTEGER]
      for (;;) {
        const page =
          (await first(graph.read, relationQueries.adjacency, { userId, createdAt, id, limit: PAGE })) ?? []
        yield* page
        const last = page.at(-1)
        if (page.length < PAGE || last === undefined) return
        ;[id, createdAt] = last
      }
    },
    /** The ids of the relations that are part of a cycle. */
    async inCycle(tx: Tx, relations: readonly EdgeRow[]): Promise<Set<number>> {
      const of = (type: EdgeType) => relations.filter((edge) => edge.type === type)
      const edges = { blocks: of('BLOCKS'), parent: of('PARENT'), supersedes: of('SUPERSEDES') }
      if (Object.values(edges).every(({ length }) => length === 0)) return new Set()
      return new Set(await tx.run(relationQueries.inCycle, edges))
    },
    /**
     * Creates a relation, or makes an automatic one that of the user, unless something speaks against it.
     * @throws Problem `invalid_credentials`
     */
    create: async (tx: Tx, relation: Creation): Promise<Judgement> =>
      conditionalWrite<z.ZodObject, typeof Judgement>(tx.run, creationOf(relation.type), relation),
    /** The relation with its new note; null if there is none. @throws Problem `invalid_credentials` */
    updateNote: async (
      tx: Tx,
      relation: z.input<typeof relationQueries.updateNote.params>,
    ): Promise<RelationRow | null> => conditionalWrite(tx.run, relationQueries.updateNote, relation),
    /** False if there is no such relation. @throws Problem `invalid_credentials` */
    remove: async (tx: Tx, relation: z.input<typeof relationQueries.remove.params>): Promise<boolean> =>
      conditionalWrite(tx.run, relationQueries.remove, relation),
    removeParents: async (tx: Tx, parents: z.input<typeof relationQueries.removeParents.params>) =>
      tx.run(relationQueries.removeParents, parents),
  }
}
export type RelationStore = ReturnType<typeof createRelationStore>

function creationOf(type: EdgeType) {
  if (type === 'BLOCKS') return relationQueries.createBlocks
  if (type === 'PARENT') return relationQueries.createParent
  if (type === 'SUPERSEDES') return relationQueries.createSupersedes
  return relationQueries.create
}

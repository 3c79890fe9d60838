import type { Actor } from '../../platform/auth/actor.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { Problem } from '../../platform/problems.ts'
import {
  EDGE_TYPES,
  type CreateRelation,
  type Relation,
  type RelationsOfIdea,
  type UpdateRelation,
} from './schema.ts'
import { createEdges, refuseSelfRelation, type Edge } from './edges.ts'
import { presentRelation, type RelationRow } from './present.ts'
import type { RelationStore, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: RelationStore
  nextId: () => Promise<number>
  clock: () => number
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>
type ParentEdge<Parent = number> = Readonly<{ ideaId: number; parentId: Parent; id: number }>

/** Typed relations between ideas; `blocks`, `parent` and `supersedes` must not form cycles. */
export function createRelations({ store, nextId, clock, ideaNotFound }: Dependencies) {
  const edges = createEdges({ store, clock, ideaNotFound })

  /**
   * Makes one idea a parent of another within the caller's transaction.
   * @throws Problem `idea_not_found` (the parent), `relation_cycle`, `relations_too_many`
   */
  const createParent = async (
    tx: Tx,
    userId: string,
    { ideaId, parentId, id }: ParentEdge,
  ): Promise<void> => {
    const now = clock()
    const edge = { sourceId: parentId, targetId: ideaId, type: 'PARENT' as const }
    await edges.create(tx, userId, { ...edge, id, note: null, createdAt: now, now }, null)
  }

  return {
    /** @throws Problem `idea_not_found` */
    async listOfIdea(actor: Actor, ideaId: number): Promise<RelationsOfIdea> {
      const rows = await store.listOfIdea(actor.userId, ideaId)
      if (rows === undefined) throw await ideaNotFound(actor.userId, ideaId)
      return {
        outgoing: rows.filter((row) => row.sourceId === ideaId).map(presentRelation),
        incoming: rows.filter((row) => row.targetId === ideaId).map(presentRelation),
      }
    },

    /** @throws Problem `idea_not_found`, `relation_exists`, `relation_cycle`, `relations_too_many`, `validation_error` */
    async create(actor: Actor, input: CreateRelation, { force }: { force: boolean }): Promise<Relation> {
      const edge: Edge = {
        sourceId: input.source_idea_id,
        targetId: input.target_idea_id,
        type: EDGE_TYPES[input.relation_type],
      }
      refuseSelfRelation(edge, force)
      const id = await nextId()
      const now = clock()
      const relation = { ...edge, id, note: input.note, createdAt: now, now, force }
      return store.writeInOneStatement(actor, async (tx, requestId) =>
        presentRelation(await edges.create(tx, actor.userId, relation, requestId)),
      )
    },

    /** @throws Problem `relation_not_found`, `relation_exists`, `relation_cycle` */
    async update(
      actor: Actor,
      id: number,
      { relation_type: relationType, note }: UpdateRelation,
      { force }: { force: boolean },
    ): Promise<Relation> {
      const { userId } = actor
      if (relationType === undefined && note === undefined && actor.idempotency === undefined) {
        return presentRelation(found(await store.get(store.autocommit, userId, id)))
      }
      const now = clock()
      if (relationType === undefined && note !== undefined) {
        return store.writeInOneStatement(actor, async (tx, requestId) =>
          presentRelation(found(await store.updateNote(tx, { userId, id, note, now, requestId }))),
        )
      }
      return store.write(actor, async (tx) => {
        const before = found(await store.get(tx, userId, id))
        const after = { ...before, note: note === undefined ? before.note : note }
        const type = relationType === undefined ? before.type : EDGE_TYPES[relationType]
        if (type === before.type) {
          const noted = { userId, id, note: after.note, now, requestId: null }
          return presentRelation(found(await store.updateNote(tx, noted)))
        }
        // Pipelined; the statements are executed in this order.
        const [, made] = await Promise.all([
          edges.remove(tx, userId, id),
          edges.create(tx, userId, { ...after, type, force, most: null, now }, null),
        ])
        if (made.id !== id) throw new Problem('relation_exists', { relation_id: made.id })
        return presentRelation(made)
      })
    },

    /** @throws Problem `relation_not_found` */
    async remove(actor: Actor, id: number): Promise<void> {
      const relation = { userId: actor.userId, id, now: clock() }
      await store.writeInOneStatement(actor, async (tx, requestId) => {
        if (!(await store.remove(tx, { ...relation, requestId }))) throw new Problem('relation_not_found')
      })
    },

    createParent,
    removeCycles: edges.removeCycles,

    /**
     * Makes one idea the only parent of another (null: removes its parents), within the caller's transaction. `parents` are the
     * relations of its present ones.
     * @throws Problem `relation_cycle`, `relations_too_many`, `idea_not_found` (the parent)
     */
    async assignParent(
      tx: Tx,
      userId: string,
      { ideaId, parentId, id }: ParentEdge<number | null>,
      parents: readonly RelationRow[],
    ): Promise<void> {
      const kept = parents.find(({ sourceId }) => sourceId === parentId)
      const ids = parents.filter((parent) => parent !== kept).map((parent) => parent.id)
      // Pipelined; the statements are executed in this order.
      await Promise.all([
        ids.length > 0 && store.removeParents(tx, { userId, ideaId, ids }),
        parentId !== null && kept === undefined && createParent(tx, userId, { ideaId, parentId, id }),
      ])
    },
  }
}
export type Relations = ReturnType<typeof createRelations>

function found(row: RelationRow | null | undefined): RelationRow {
  if (row === undefined || row === null) throw new Problem('relation_not_found')
  return row
}

import type { Actor } from '../../platform/auth/actor.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { Problem } from '../../platform/problems.ts'
import type { CreateRelation, Relation, RelationsOfIdea, RelationType, UpdateRelation } from './schema.ts'
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
  const edges = createEdges({ store, ideaNotFound })

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
        type: edgeTypeOf(input.relation_type),
      }
      refuseSelfRelation(edge, force, 'target_idea_id')
      const id = await nextId()
      const now = clock()
      const relation = { ...edge, id, note: input.note, createdAt: now, now, force }
      return store.writeAtOnce(actor, async (tx, requestId) =>
        presentRelation(await edges.create(tx, actor.userId, relation, requestId)),
      )
    },

    /** @throws Problem `relation_not_found`, `relation_exists`, `relation_cycle` */
    async update(
      actor: Actor,
      id: number,
      input: UpdateRelation,
      { force }: { force: boolean },
    ): Promise<Relation> {
      if (input.relation_type === undefined && input.note === undefined && actor.once === undefined) {
        return presentRelation(found(await store.read(actor.userId, id)))
      }
      return store.write(actor, async (tx) => {
        const before = await existing(tx, actor.userId, id)
        const type = input.relation_type === undefined ? before.type : edgeTypeOf(input.relation_type)
        const note = input.note === undefined ? before.note : input.note
        // As update-note.cypher and create.cypher leave it.
        const score = type === before.type && note === null ? before.score : null
        const after = { ...before, type, note, score }
        if (type === before.type) {
          await store.updateNote(tx, actor.userId, after)
        } else {
          await store.remove(tx, actor.userId, before)
          const made = await edges.create(
            tx,
            actor.userId,
            { ...after, force, most: null, now: clock() },
            null,
          )
          if (made.id !== id) throw new Problem('relation_exists', { relation_id: made.id })
        }
        return presentRelation(after)
      })
    },

    /** @throws Problem `relation_not_found` */
    async remove(actor: Actor, id: number): Promise<void> {
      await store.write(actor, async (tx) =>
        store.remove(tx, actor.userId, await existing(tx, actor.userId, id)),
      )
    },

    createParent,
    removeCycles: edges.removeCycles,

    /**
     * Makes one idea the only parent of another (null: removes its parents), within the caller's transaction.
     * @throws Problem `relation_cycle`, `relations_too_many`, `idea_not_found` (the parent)
     */
    async assignParent(
      tx: Tx,
      userId: string,
      { ideaId, parentId, id }: ParentEdge<number | null>,
    ): Promise<void> {
      const current = await store.parents(tx, userId, ideaId)
      const kept = current.find((row) => row.parentId === parentId)
      for (const row of current.filter((candidate) => candidate.id !== kept?.id)) {
        const edge = { id: row.id, sourceId: row.parentId, targetId: ideaId, type: 'PARENT' as const }
        await store.remove(tx, userId, edge)
      }
      if (parentId !== null && kept === undefined) {
        await createParent(tx, userId, { ideaId, parentId, id })
      }
    },
  }

  async function existing(tx: Tx, userId: string, id: number): Promise<RelationRow> {
    return found(await store.get(tx, userId, id))
  }
}
export type Relations = ReturnType<typeof createRelations>

function found(row: RelationRow | undefined): RelationRow {
  if (row === undefined) throw new Problem('relation_not_found')
  return row
}

function edgeTypeOf(type: RelationType): RelationRow['type'] {
  return type.toUpperCase() as RelationRow['type']
}

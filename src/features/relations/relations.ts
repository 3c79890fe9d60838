import type { Actor } from '../../platform/auth/actor.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import {
  RELATIONS_PER_IDEA,
  type CreateRelation,
  type Relation,
  type RelationsOfIdea,
  type RelationType,
  type UpdateRelation,
} from './schema.ts'
import { presentRelation, type RelationRow } from './present.ts'
import type { EdgeRow, NewRelation, RelationStore, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: RelationStore
  nextId: () => Promise<number>
  clock: () => number
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>
type Edge = Readonly<{ sourceId: number; targetId: number; type: RelationRow['type'] }>

type ParentEdge<Parent = number> = Readonly<{ ideaId: number; parentId: Parent; id: number }>

/** How many relations that close a cycle are removed one by one; after that all are removed at once. */
const MAX_SINGLE_REMOVALS = 5

const ACYCLIC: ReadonlySet<string> = new Set(['BLOCKS', 'PARENT', 'SUPERSEDES'])

/** Typed relations between ideas; `blocks`, `parent` and `supersedes` must not form cycles. */
export function createRelations({ store, nextId, clock, ideaNotFound }: Dependencies) {
  /**
   * Decides whether a relation may be created. Returns the id of an equal relation that duplicate detection created, which
   * the new one replaces.
   * @throws Problem `idea_not_found`, `relation_exists`, `relation_cycle`
   */
  const checkEdge = async (
    tx: Tx,
    userId: string,
    edge: Edge,
    force: boolean,
  ): Promise<number | undefined> => {
    const [{ source, target, equal }, cycle] = await Promise.all([
      store.check(tx, { userId, ...edge }),
      findCycle(tx, edge, force),
    ])
    if (!source || !target) throw await ideaNotFound(userId, source ? edge.targetId : edge.sourceId, tx)
    if (equal?.isAutomatic === true) return equal.id
    if (equal !== null) throw new Problem('relation_exists', { relation_id: equal.id })
    if (cycle !== undefined) throw new Problem('relation_cycle', { cycle })
    return undefined
  }

  /** The ids along the cycle that the edge would close, from source through target back to source. */
  const findCycle = async (tx: Tx, edge: Edge, force: boolean): Promise<number[] | undefined> => {
    const { sourceId, targetId, type } = edge
    if (!isAcyclic(type) || (type === 'SUPERSEDES' && force)) return undefined
    if (sourceId === targetId) return [sourceId, targetId]
    const back = await store.pathBack(tx, type, sourceId, targetId)
    return back && [sourceId, ...back]
  }

  /** @throws Problem `relations_too_many` */
  const createEdge = async (tx: Tx, userId: string, edge: NewRelation): Promise<void> => {
    const full = await store.create(tx, userId, edge, RELATIONS_PER_IDEA)
    if (full !== null) throw new Problem('relations_too_many', { idea_id: full })
  }

  /**
   * Sets the parent, which must exist, of an idea that is being created, within the caller's transaction.
   * @throws Problem `relations_too_many`
   */
  const createParent = async (
    tx: Tx,
    userId: string,
    { ideaId, parentId, id }: ParentEdge,
  ): Promise<void> => {
    const edge = { sourceId: parentId, targetId: ideaId, type: 'PARENT' as const }
    await createEdge(tx, userId, { ...edge, id, note: null, createdAt: clock() })
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
      const newId = await nextId()
      return store.write(actor, async (tx) => {
        const automatic = await checkEdge(tx, actor.userId, edge, force)
        const row = { ...edge, id: automatic ?? newId, note: input.note, createdAt: clock() }
        if (automatic !== undefined) return presentRelation(await store.adopt(tx, actor.userId, row))
        await createEdge(tx, actor.userId, row)
        return presentRelation({ ...row, score: null })
      })
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
          const automatic = await checkEdge(tx, actor.userId, after, force)
          if (automatic !== undefined) throw new Problem('relation_exists', { relation_id: automatic })
          await store.remove(tx, actor.userId, before)
          await store.create(tx, actor.userId, after, null)
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

    /** Removes those of these new relations that close a cycle, last first, within the caller's transaction; returns them. */
    async removeCycles<E extends EdgeRow>(tx: Tx, userId: string, made: readonly E[]): Promise<E[]> {
      const removed: E[] = []
      let left = made
      for (let turn = 0; left.length > 0; turn += 1) {
        const closing = await store.closing(tx, left)
        const found = left.filter(({ id }) => closing.has(id))
        const taken = turn < MAX_SINGLE_REMOVALS ? found.slice(-1) : found
        if (taken.length === 0) break
        await Promise.all(taken.map(async (edge) => store.remove(tx, userId, edge)))
        removed.push(...taken)
        left = left.filter((edge) => !taken.includes(edge))
      }
      return removed
    },

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
        await checkEdge(tx, userId, { sourceId: parentId, targetId: ideaId, type: 'PARENT' }, false)
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

function isAcyclic(type: RelationRow['type']): type is 'BLOCKS' | 'PARENT' | 'SUPERSEDES' {
  return ACYCLIC.has(type)
}

/** Rejects a relation of an idea with itself, unless its type forbids cycles: then it answers `relation_cycle` later. */
function refuseSelfRelation({ sourceId, targetId, type }: Edge, force: boolean, field: string): void {
  if (sourceId !== targetId) return
  if (!isAcyclic(type) || (type === 'SUPERSEDES' && force)) {
    throw invalid(field, 'must be another idea than the source')
  }
}

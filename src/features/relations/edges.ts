import { invalid, Problem } from '../../platform/problems.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { RELATIONS_PER_IDEA, type EdgeType } from './schema.ts'
import type { RelationRow } from './present.ts'
import type { EdgeRow, RelationStore, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: RelationStore
  clock: () => number
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>

/** A relation by its ends and type. */
export type Edge = Readonly<{ sourceId: number; targetId: number; type: EdgeType }>

/** A relation to create: without `most` with the limit of its ends; `force` lets a `supersedes` close a cycle. */
type NewEdge = Omit<RelationRow, 'score'> & Readonly<{ now: number; force?: boolean; most?: number | null }>

/** How many relations that close a cycle are removed one by one; after that all are removed at once. */
const MAX_SINGLE_REMOVALS = 5

const ACYCLIC: ReadonlySet<EdgeType> = new Set(['BLOCKS', 'PARENT', 'SUPERSEDES'])

/** The rules of relations, judged under the ledger's lock by the statements that create them. */
export function createEdges({ store, clock, ideaNotFound }: Dependencies) {
  /** Removes a relation within the caller's transaction. */
  const remove = async (tx: Tx, userId: string, id: number): Promise<boolean> =>
    store.remove(tx, { userId, id, now: clock(), requestId: null })

  return {
    remove,

    /**
     * Creates a relation, or makes an equal one that duplicate detection created that of the user. `requestId` as in
     * {@link Graph.writeInOneStatement}.
     * @throws Problem `idea_not_found`, `relation_exists`, `relation_cycle`, `relations_too_many`
     */
    async create(tx: Tx, userId: string, edge: NewEdge, requestId: string | null): Promise<RelationRow> {
      const { force = false, most = RELATIONS_PER_IDEA, now, ...relation } = edge
      const creation = { ...relation, userId, requestId, force, most, now }
      const { id, createdAt, source, target, equal, back, full } = await store.create(tx, creation)
      if (id !== null) return { ...relation, id, createdAt, score: null }
      if (!source || !target) throw await ideaNotFound(userId, source ? edge.targetId : edge.sourceId, tx)
      if (equal !== null) throw new Problem('relation_exists', { relation_id: equal })
      if (back !== null) throw new Problem('relation_cycle', { cycle: [edge.sourceId, ...back] })
      throw new Problem('relations_too_many', { idea_id: full })
    },

    /** Removes those of these new relations that close a cycle, last first, within the caller's transaction; returns them. */
    async removeCycles<E extends EdgeRow>(tx: Tx, userId: string, made: readonly E[]): Promise<E[]> {
      const removed: E[] = []
      let left = made
      for (let turn = 0; left.length > 0; turn += 1) {
        const closing = await store.inCycle(tx, left)
        const found = left.filter(({ id }) => closing.has(id))
        const taken = turn < MAX_SINGLE_REMOVALS ? found.slice(-1) : found
        if (taken.length === 0) break
        await Promise.all(taken.map(async ({ id }) => remove(tx, userId, id)))
        removed.push(...taken)
        left = left.filter((edge) => !taken.includes(edge))
      }
      return removed
    },
  }
}

/** Rejects a relation of an idea with itself, unless its type forbids cycles: then it answers `relation_cycle` later. */
export function refuseSelfRelation({ sourceId, targetId, type }: Edge, force: boolean): void {
  if (sourceId !== targetId) return
  if (!ACYCLIC.has(type) || (type === 'SUPERSEDES' && force)) {
    throw invalid('target_idea_id', 'must be another idea than the source')
  }
}

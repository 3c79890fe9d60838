import { invalid, Problem } from '../../platform/problems.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { RELATIONS_PER_IDEA, type EdgeType } from './schema.ts'
import type { EdgeRow, NewRelation, RelationStore, Tx } from './store.ts'

type Dependencies = Readonly<{ store: RelationStore; ideaNotFound: SurvivorsFeature['ideaNotFound'] }>

/** A relation by its ends and type. */
export type Edge = Readonly<{ sourceId: number; targetId: number; type: EdgeType }>

/** How many relations that close a cycle are removed one by one; after that all are removed at once. */
const MAX_SINGLE_REMOVALS = 5

const ACYCLIC: ReadonlySet<string> = new Set(['BLOCKS', 'PARENT', 'SUPERSEDES'])

/** The rules of relations, checked within the caller's transaction under the ledger's lock. */
export function createEdges({ store, ideaNotFound }: Dependencies) {
  /** The ids along the cycle that the edge would close, from source through target back to source. */
  const findCycle = async (tx: Tx, edge: Edge, force: boolean): Promise<number[] | undefined> => {
    const { sourceId, targetId, type } = edge
    if (!isAcyclic(type) || (type === 'SUPERSEDES' && force)) return undefined
    if (sourceId === targetId) return [sourceId, targetId]
    const back = await store.pathBack(tx, type, sourceId, targetId)
    return back && [sourceId, ...back]
  }

  return {
    /**
     * Decides whether a relation may be created. Returns the id of an equal relation that duplicate detection created, which
     * the new one replaces.
     * @throws Problem `idea_not_found`, `relation_exists`, `relation_cycle`
     */
    async check(tx: Tx, userId: string, edge: Edge, force: boolean): Promise<number | undefined> {
      const [{ source, target, equal }, cycle] = await Promise.all([
        store.check(tx, { userId, ...edge }),
        findCycle(tx, edge, force),
      ])
      if (!source || !target) throw await ideaNotFound(userId, source ? edge.targetId : edge.sourceId, tx)
      if (equal?.isAutomatic === true) return equal.id
      if (equal !== null) throw new Problem('relation_exists', { relation_id: equal.id })
      if (cycle !== undefined) throw new Problem('relation_cycle', { cycle })
      return undefined
    },

    /** @throws Problem `relations_too_many` */
    async create(tx: Tx, userId: string, edge: NewRelation): Promise<void> {
      const full = await store.create(tx, userId, edge, RELATIONS_PER_IDEA)
      if (full !== null) throw new Problem('relations_too_many', { idea_id: full })
    },

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
  }
}

function isAcyclic(type: EdgeType): type is 'BLOCKS' | 'PARENT' | 'SUPERSEDES' {
  return ACYCLIC.has(type)
}

/** Rejects a relation of an idea with itself, unless its type forbids cycles: then it answers `relation_cycle` later. */
export function refuseSelfRelation({ sourceId, targetId, type }: Edge, force: boolean, field: string): void {
  if (sourceId !== targetId) return
  if (!isAcyclic(type) || (type === 'SUPERSEDES' && force)) {
    throw invalid(field, 'must be another idea than the source')
  }
}

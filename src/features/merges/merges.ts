import type { Actor } from '../../platform/auth/actor.ts'
import type { Precondition } from '../ideas/schema.ts'
import type { IdeaDetail } from '../ideas/schema.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import { createPerformMerge } from './perform-merge.ts'
import { presentMerge, presentPreview } from './present.ts'
import { createPerformUnmerge, type UnmergeDependencies } from './perform-unmerge.ts'
import type { ListMerges, Merge, MergePreview, MergeQuery, Unmerged, UnmergeQuery } from './schema.ts'
import type { MergeIds, Tx } from './store.ts'

type Dependencies = UnmergeDependencies &
  Readonly<{
    /** Announces new jobs in the outbox. */
    wake: () => void
  }>

type Ledger = Readonly<{ revision: number; ideaCount: number }>

/** Merging and unmerging of ideas, each in one transaction under the user's ledger lock; a preview is a dry run. */
export function createMerges(deps: Dependencies) {
  const { store, ideaNotFound, wake } = deps
  const performMerge = createPerformMerge(deps)
  const performUnmerge = createPerformUnmerge(deps)

  const transact = async <T>(
    actor: Actor,
    { preview }: Pick<MergeQuery, 'preview'>,
    apply: (tx: Tx, ledger: Ledger) => Promise<T>,
  ): Promise<T> => {
    const locked = async (tx: Tx, ledger: Promise<Ledger>): Promise<T> => apply(tx, await ledger)
    if (preview) return store.dryRun(actor, locked)
    const value = await store.write(actor, locked)
    wake()
    return value
  }

  return {
    /**
     * Merges one idea into another.
     * @throws Problem `validation_error` (an idea into itself), `idea_not_found`, `precondition_failed`, `idea_archived`,
     * `merged_body_too_long`, `merged_tags_too_many`, `merged_links_too_many`, `merged_relations_too_many`, `relation_cycle`
     */
    async merge(
      actor: Actor,
      ids: MergeIds,
      query: MergeQuery,
      expected?: Precondition,
    ): Promise<IdeaDetail | MergePreview> {
      refuseSelf(ids, 'absorb_id')
      return transact(actor, query, async (tx, ledger) => {
        const performed = await performMerge(tx, actor.userId, ids, { ...query, ...ledger }, expected)
        return query.preview ? presentPreview(performed) : performed.merged
      })
    },

    /**
     * Merges the newer idea of a pair of possible duplicates into the older one.
     * @throws Problem `duplicate_not_found`, `duplicate_resolved`, and those of a merge
     */
    async mergePair(actor: Actor, id: number, query: MergeQuery): Promise<{ success: true } | MergePreview> {
      const { userId } = actor
      return transact(actor, query, async (tx, ledger) => {
        const pair = await store.pair(tx, userId, id)
        if (pair === undefined) throw new Problem('duplicate_not_found')
        const { ideaId: absorbedId, duplicateOfId: survivorId, status } = pair
        if (status !== 'pending') throw new Problem('duplicate_resolved', { status })
        const performed = await performMerge(tx, userId, { survivorId, absorbedId }, { ...query, ...ledger })
        return query.preview ? presentPreview(performed) : { success: true as const }
      })
    },

    /**
     * Reverts a merge, except for what users have changed since.
     * @throws Problem `validation_error`, `idea_not_found`, `idea_cap_reached`, `precondition_failed`, `not_absorbed`
     */
    async unmerge(
      actor: Actor,
      ids: MergeIds,
      query: UnmergeQuery,
      expected?: Precondition,
    ): Promise<Unmerged> {
      refuseSelf(ids, 'absorbed_id')
      return transact(actor, query, async (tx, ledger) => {
        const performed = await performUnmerge(tx, actor, ids, { ...query, ...ledger }, expected)
        return { preview: query.preview, ...performed }
      })
    },

    /** The ideas merged directly into an idea, newest merge first. @throws Problem `idea_not_found` */
    async list({ userId }: Actor, id: number, page: ListMerges): Promise<{ merges: Merge[]; total: number }> {
      const found = await store.list({ userId, id, ...page })
      if (found === undefined) throw await ideaNotFound(userId, id)
      return { merges: found.merges.map(presentMerge), total: found.total }
    },
  }
}
export type Merges = ReturnType<typeof createMerges>

function refuseSelf({ survivorId, absorbedId }: MergeIds, field: string): void {
  if (survivorId === absorbedId) throw invalid(field, 'must be another idea')
}

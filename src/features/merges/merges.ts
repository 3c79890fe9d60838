import type { Actor } from '../actor.ts'
import type { Expectation, Ideas } from '../ideas/ideas.ts'
import type { Missing } from '../ideas/missing.ts'
import type { IdeaDetail } from '../ideas/schema.ts'
import { invalid, Problem } from '../problems.ts'
import { createAbsorption } from './absorption.ts'
import { presentMerge, presentPreview } from './present.ts'
import { createRecovery } from './recovery.ts'
import type { ListMerges, Merge, MergePreview, MergeQuery, Unmerged } from './schema.ts'
import type { MergeStore, Two, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: MergeStore
  ideas: Pick<Ideas, 'inside' | 'rewrite'>
  missing: Missing
  clock: () => number
  /** How many active ideas an account on the free plan may hold. */
  freePlanIdeaCap: number
  /** Tells that there is work in the outbox. */
  wake: () => void
}>

type Ledger = Readonly<{ ideaCount: number }>

/** Merging of ideas and its undoing, each in one transaction under the user's ledger lock; previews are taken back. */
export function createMerges(deps: Dependencies) {
  const { store, missing, wake } = deps
  const absorb = createAbsorption(deps)
  const recover = createRecovery(deps)

  const carryOut = async <T>(
    actor: Actor,
    { preview }: Pick<MergeQuery, 'preview'>,
    apply: (tx: Tx, ledger: Ledger) => Promise<T>,
  ): Promise<T> => {
    if (preview) return store.rehearse(actor, apply)
    // Only of a try that was committed is it asked again.
    let done: { value: T } | undefined
    const value = await store.write(actor, {
      async apply(tx, ledger) {
        done = { value: await apply(tx, ledger) }
        return done.value
      },
      async recall() {
        if (done === undefined) throw new Error('a merge was committed that nobody has made')
        return done.value
      },
    })
    wake()
    return value
  }

  return {
    /**
     * Folds one idea into another.
     * @throws Problem `validation_error` (an idea into itself), `idea_not_found`, `precondition_failed`, `idea_archived`,
     * `merged_body_too_long`, `merged_tags_too_many`, `relation_cycle`
     */
    async merge(
      actor: Actor,
      two: Two,
      query: MergeQuery,
      expected?: Expectation,
    ): Promise<IdeaDetail | MergePreview> {
      refuseSelf(two, 'absorb_id')
      return carryOut(actor, query, async (tx) => {
        const absorbed = await absorb(tx, actor.userId, two, query, expected)
        return query.preview ? presentPreview(absorbed) : absorbed.merged
      })
    },

    /**
     * Folds the flagged idea of a pair of possible duplicates into the older one.
     * @throws Problem `duplicate_not_found`, `duplicate_resolved`, and those of a merge
     */
    async mergePair(actor: Actor, id: number, query: MergeQuery): Promise<{ success: true } | MergePreview> {
      const { userId } = actor
      return carryOut(actor, query, async (tx) => {
        const pair = await store.pair(tx, userId, id)
        if (pair === undefined) throw new Problem('duplicate_not_found')
        const { ideaId: absorbedId, duplicateOfId: survivorId, status } = pair
        if (status !== 'pending') throw new Problem('duplicate_resolved', { status })
        const absorbed = await absorb(tx, userId, { survivorId, absorbedId }, query)
        return query.preview ? presentPreview(absorbed) : { success: true as const }
      })
    },

    /**
     * Brings an absorbed idea back, as far as its things still stand.
     * @throws Problem `validation_error`, `idea_not_found`, `idea_cap_reached`, `precondition_failed`, `not_absorbed`
     */
    async unmerge(actor: Actor, two: Two, query: MergeQuery, expected?: Expectation): Promise<Unmerged> {
      refuseSelf(two, 'absorbed_id')
      return carryOut(actor, query, async (tx, ledger) => {
        const recovered = await recover(tx, actor, two, { ...query, ...ledger }, expected)
        return { preview: query.preview, ...recovered }
      })
    },

    /** What an idea has absorbed itself, the newest first. @throws Problem `idea_not_found` */
    async list({ userId }: Actor, id: number, page: ListMerges): Promise<{ merges: Merge[]; total: number }> {
      const found = await store.list({ userId, id, ...page })
      if (found === undefined) throw await missing(userId, id)
      return { merges: found.merges.map(presentMerge), total: found.total }
    },
  }
}
export type Merges = ReturnType<typeof createMerges>

function refuseSelf({ survivorId, absorbedId }: Two, field: string): void {
  if (survivorId === absorbedId) throw invalid(field, 'must be another idea')
}

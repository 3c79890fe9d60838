import type { Actor } from '../../platform/auth/actor.ts'
import { timestamp } from '../../platform/schema.ts'
import { Problem } from '../../platform/problems.ts'
import { thresholdOf, type DuplicatePair, type ListDuplicates } from './schema.ts'
import type { DuplicateStore, PairRow } from './store.ts'

type Dependencies = Readonly<{
  store: DuplicateStore
  nextRelationId: () => Promise<number>
  clock: () => number
}>

const PAGE = 200

/** Pairs of possible duplicates, for their user to decide. */
export function createDuplicates({ store, nextRelationId, clock }: Dependencies) {
  return {
    /** The pairs that wait, newest first. */
    async list({ userId }: Actor, page: ListDuplicates): Promise<{ pairs: DuplicatePair[]; total: number }> {
      const { pairs, total } = await store.list(userId, page)
      return { pairs: pairs.map(presentPair), total }
    },

    /** The pair is never raised again; its automatic relation goes. @throws Problem `duplicate_not_found`, `duplicate_resolved` */
    async dismiss(actor: Actor, id: number): Promise<{ success: true }> {
      const { userId } = actor
      return store.write(actor, async (tx) => {
        const before = await store.dismiss(tx, userId, id)
        if (before === undefined) throw new Problem('duplicate_not_found')
        if (before === 'merged') throw new Problem('duplicate_resolved', { status: before })
        await store.mark(tx, userId, [{ id, relationId: 0 }], clock())
        return { success: true as const }
      })
    },

    /** Shows and withdraws pairs as the settings that the user has now will have it. May be repeated. */
    async applyThreshold(userId: string): Promise<void> {
      for (;;) {
        const wanted = thresholdOf(await store.settings(userId))
        const ids = await store.misplaced(userId, wanted, PAGE)
        if (ids.length === 0) return
        const relationIds = new Map<number, number>()
        for (const id of ids) relationIds.set(id, await nextRelationId())
        await store.write({ userId, idempotency: undefined }, async (tx) => {
          const threshold = thresholdOf(await store.settings(userId, tx))
          const changed = await store.reassess(tx, userId, threshold, ids)
          const marks = changed.map((id) => ({ id, relationId: relationIds.get(id) ?? 0 }))
          await store.mark(tx, userId, marks, clock())
        })
      }
    },
  }
}
export type Duplicates = ReturnType<typeof createDuplicates>

function presentPair(row: PairRow): DuplicatePair {
  return {
    id: row.id,
    idea_id: row.ideaId,
    duplicate_of_id: row.duplicateOfId,
    similarity_score: row.score,
    confidence: row.confidence,
    reasons: row.reasons ?? [],
    status: row.status,
    idea_title: row.ideaTitle,
    duplicate_of_title: row.duplicateOfTitle,
    created_at: timestamp(row.createdAt),
  }
}

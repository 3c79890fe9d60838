import { codePoints } from '../fields.ts'
import type { Expectation, Ideas } from '../ideas/ideas.ts'
import type { Missing } from '../ideas/missing.ts'
import { MAX_BODY, type IdeaDetail } from '../ideas/schema.ts'
import { Problem } from '../problems.ts'
import { MAX_TAGS } from '../tags/schema.ts'
import { planMerge, type MergePlan } from './plan-merge.ts'
import type { MergeStore, PairRow, SideRow, Two, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: MergeStore
  ideas: Pick<Ideas, 'inside' | 'rewrite'>
  missing: Missing
}>

/** A merge that was carried out: the idea that it made, and how. */
export type Absorbed = Readonly<{
  merged: IdeaDetail
  absorbed: SideRow
  plan: MergePlan
  /** The pairs of possible duplicates that it resolved. */
  pairs: { id: number; status: PairRow['status'] }[]
}>

/** How one idea is folded into another, inside the caller's transaction. */
export function createAbsorption({ store, ideas, missing }: Dependencies) {
  const look = async (tx: Tx, userId: string, two: Two, force: boolean) => {
    const { survivorId, absorbedId } = two
    const [sides, cycle] = await Promise.all([
      store.sides(tx, userId, [survivorId, absorbedId]),
      store.cycle(tx, { userId, ...two, force }),
    ])
    const [survivor, absorbed] = [sides.get(survivorId), sides.get(absorbedId)]
    if (survivor === undefined || absorbed === undefined) throw new Problem('idea_not_found')
    const archived = [survivor, absorbed].find((side) => side.archived)
    if (archived !== undefined) {
      const { facts } = await missing(userId, archived.id, tx)
      throw new Problem('idea_archived', { idea_id: archived.id, ...facts })
    }
    return { survivor, absorbed, cycle }
  }

  const write = async (tx: Tx, userId: string, survivor: SideRow, absorbed: SideRow, plan: MergePlan) => {
    const [survivorId, absorbedId] = [survivor.id, absorbed.id]
    const two = { userId, survivorId, absorbedId }
    const relationIds = absorbed.relations.map(({ id }) => id)
    // Sent without waiting for each other; they are carried out in this order.
    const settled = store.settlePairs(tx, two)
    const writes = [
      ideas.rewrite(tx, userId, survivor, plan.body),
      store.unrelate(tx, userId, absorbedId, relationIds),
      store.relate(tx, userId, plan.movedEdges),
      store.amend(tx, userId, survivorId, plan.amendedEdges),
      store.moveLinks(tx, userId, survivorId, plan.movedLinks),
      store.removeLinks(tx, userId, absorbedId, plan.droppedLinks),
      store.renameLinks(tx, userId, plan.newTitles),
      store.tag(tx, userId, survivorId, [...plan.newTags, ...plan.chosenTags]),
      store.archive(tx, two, plan.undo),
    ]
    const after = ideas.inside(tx, userId, survivorId)
    const [pairs, merged] = await Promise.all([settled, after, ...writes])
    return { pairs, merged }
  }

  /**
   * @throws Problem `idea_not_found`, `idea_archived`, `precondition_failed`, `merged_body_too_long`,
   * `merged_tags_too_many`, `relation_cycle`
   */
  return async (
    tx: Tx,
    userId: string,
    two: Two,
    { force }: Readonly<{ force: boolean }>,
    expected?: Expectation,
  ): Promise<Absorbed> => {
    const { survivor, absorbed, cycle } = await look(tx, userId, two, force)
    if (expected !== undefined) await ideas.inside(tx, userId, survivor.id, expected)
    const plan = planMerge(survivor, absorbed)
    if (codePoints(plan.body) > MAX_BODY) throw new Problem('merged_body_too_long')
    if (plan.tagCount > MAX_TAGS) throw new Problem('merged_tags_too_many')
    if (cycle !== undefined) throw new Problem('relation_cycle', { cycle })
    return { absorbed, plan, ...(await write(tx, userId, survivor, absorbed, plan)) }
  }
}

import { codePoints } from '../../platform/schema.ts'
import type { IdeasFeature } from '../ideas/feature.ts'
import type { Precondition } from '../ideas/schema.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { MAX_BODY, type IdeaDetail } from '../ideas/schema.ts'
import { Problem } from '../../platform/problems.ts'
import { LINKS_PER_IDEA } from '../links/schema.ts'
import { RELATIONS_PER_IDEA } from '../relations/schema.ts'
import { MAX_TAGS } from '../tags/schema.ts'
import { confirmationOf } from './confirm.ts'
import { planMerge, type MergePlan } from './plan-merge.ts'
import type { MergeQuery } from './schema.ts'
import type { MergeStore, PairRow, FullIdea, MergeIds, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: MergeStore
  ideas: Pick<IdeasFeature['ideas'], 'getWithin' | 'updateBody'>
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>

/** The result of a merge or of its dry run. */
export type PerformedMerge = Readonly<{
  merged: IdeaDetail
  absorbed: FullIdea
  /** The state of both ideas before. */
  confirm: string
  plan: MergePlan
  /** The pairs of possible duplicates that were resolved. */
  pairs: { id: number; status: PairRow['status'] }[]
}>

/** Merges one idea into another within the caller's transaction. */
export function createPerformMerge({ store, ideas, ideaNotFound }: Dependencies) {
  const load = async (tx: Tx, userId: string, ids: MergeIds, force: boolean) => {
    const { survivorId, absorbedId } = ids
    const [sides, cycle] = await Promise.all([
      store.fullIdeas(tx, userId, [survivorId, absorbedId]),
      store.cycle(tx, { userId, ...ids, force }),
    ])
    const [survivor, absorbed] = [sides.get(survivorId), sides.get(absorbedId)]
    if (survivor === undefined || absorbed === undefined) throw new Problem('idea_not_found')
    const archived = [survivor, absorbed].find((side) => side.archived)
    if (archived !== undefined) {
      const { facts } = await ideaNotFound(userId, archived.id, tx)
      throw new Problem('idea_archived', { idea_id: archived.id, ...facts })
    }
    return { survivor, absorbed, cycle }
  }

  const write = async (
    tx: Tx,
    { userId, revision }: Readonly<{ userId: string; revision: number }>,
    survivor: FullIdea,
    absorbed: FullIdea,
    plan: MergePlan,
  ) => {
    const [survivorId, absorbedId] = [survivor.id, absorbed.id]
    const ids = { userId, survivorId, absorbedId }
    // Pipelined; the statements are executed in this order.
    const [pairs, , , , merged] = await Promise.all([
      store.settlePairs(tx, ids),
      ideas.updateBody(tx, userId, survivor, plan.body),
      store.change(tx, { userId, survivorId, fromId: absorbedId }, plan),
      store.archive(tx, { ...ids, revision }, plan.undo),
      ideas.getWithin(tx, userId, survivorId),
    ])
    return { pairs, merged }
  }

  /**
   * @throws Problem `idea_not_found`, `idea_archived`, `precondition_failed`, `merged_body_too_long`,
   * `merged_tags_too_many`, `merged_links_too_many`, `merged_relations_too_many`, `relation_cycle`
   */
  return async (
    tx: Tx,
    userId: string,
    ids: MergeIds,
    {
      force,
      revision,
      confirm: given,
    }: Pick<MergeQuery, 'force' | 'confirm'> & Readonly<{ revision: number }>,
    expected?: Precondition,
  ): Promise<PerformedMerge> => {
    const { survivor, absorbed, cycle } = await load(tx, userId, ids, force)
    if (expected !== undefined) await ideas.getWithin(tx, userId, survivor.id, expected)
    const confirm = confirmationOf(survivor, absorbed)
    if (given !== undefined && given !== confirm) throw new Problem('precondition_failed')
    const plan = planMerge(survivor, absorbed)
    requireRoom(plan, survivor)
    if (cycle !== undefined) throw new Problem('relation_cycle', { cycle })
    return { absorbed, confirm, plan, ...(await write(tx, { userId, revision }, survivor, absorbed, plan)) }
  }
}

/** A survivor that has more links or relations already may only get no further ones. */
function requireRoom(plan: MergePlan, survivor: FullIdea): void {
  const { body, tagCount, linkCount, relationCount } = plan
  if (codePoints(body) > MAX_BODY) throw new Problem('merged_body_too_long')
  if (tagCount > MAX_TAGS) throw new Problem('merged_tags_too_many')
  if (linkCount > Math.max(LINKS_PER_IDEA, survivor.links.length)) throw new Problem('merged_links_too_many')
  if (relationCount > Math.max(RELATIONS_PER_IDEA, survivor.relations.length))
    throw new Problem('merged_relations_too_many')
}

import type { RelationRow } from '../relations/present.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { IdeasFeature } from '../ideas/feature.ts'
import type { Precondition } from '../ideas/schema.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { Problem } from '../../platform/problems.ts'
import { notRestored } from './not-restored.ts'
import { planUnmerge, type UnmergePlan } from './plan-unmerge.ts'
import type { NotRestored, Unmerged } from './schema.ts'
import { selectMerges } from './select-merges.ts'
import type { MergeStore, FullIdea, MergeIds, Tx } from './store.ts'

export type UnmergeDependencies = Readonly<{
  store: MergeStore
  ideas: Pick<IdeasFeature['ideas'], 'getWithin' | 'updateBody'>
  relations: Pick<RelationsFeature['relations'], 'removeCycles'>
  ideaNotFound: SurvivorsFeature['ideaNotFound']
  clock: () => number
  /** Maximum number of active ideas on the free plan. */
  freePlanIdeaCap: number
}>

/** Reverts a merge within the caller's transaction. */
export function createPerformUnmerge(deps: UnmergeDependencies) {
  const { store, ideas, relations, ideaNotFound, clock, freePlanIdeaCap } = deps
  const load = async (
    tx: Tx,
    { userId, plan }: Actor,
    { survivorId, absorbedId }: MergeIds,
    ideaCount: number,
  ) => {
    const [records, sides] = await Promise.all([
      store.records(tx, { userId, survivorId, absorbedId }),
      store.fullIdeas(tx, userId, [survivorId, absorbedId]),
    ])
    const merges = selectMerges(records, absorbedId)
    const later = (merges?.later ?? []).flatMap((merge) => [merge.survivorId, merge.absorbedId])
    const further = [...new Set(later)].filter((id) => !sides.has(id))
    const [survivor, absorbed] = [sides.get(survivorId), sides.get(absorbedId)]
    if (survivor === undefined || survivor.archived) throw await ideaNotFound(userId, survivorId, tx)
    if (absorbed === undefined) throw new Problem('idea_not_found')
    if (plan === 'free' && ideaCount >= freePlanIdeaCap) throw new Problem('idea_cap_reached')
    if (absorbed.survivorId !== survivorId || merges === undefined) {
      const { survivorId: absorber } = absorbed
      throw new Problem('not_absorbed', absorber === null ? {} : { absorbed_by: absorber })
    }
    const others = further.length === 0 ? [] : [...(await store.fullIdeas(tx, userId, further)).values()]
    return { merges, survivor, absorbed, others }
  }

  const write = async (tx: Tx, userId: string, survivor: FullIdea, absorbedId: number, plan: UnmergePlan) => {
    const survivorId = survivor.id
    // Pipelined; the statements are executed in this order.
    const [, , outcomes] = await Promise.all([
      store.restore(tx, { userId, survivorId, absorbedId }, clock()),
      ideas.updateBody(tx, userId, survivor, plan.body),
      store.change(tx, { userId, survivorId, fromId: survivorId }, plan),
      store.record(tx, userId, plan.records),
    ])
    return outcomes
  }

  /** @throws Problem `idea_not_found`, `idea_cap_reached`, `not_absorbed`, `precondition_failed` */
  return async (
    tx: Tx,
    actor: Actor,
    ids: MergeIds,
    { force, ideaCount }: Readonly<{ force: boolean; ideaCount: number }>,
    expected?: Precondition,
  ): Promise<Omit<Unmerged, 'preview'>> => {
    const { userId } = actor
    const { survivorId, absorbedId } = ids
    const found = await load(tx, actor, ids, ideaCount)
    if (expected !== undefined) await ideas.getWithin(tx, userId, survivorId, expected)
    const plan = planUnmerge(found.merges, found)
    const outcomes = await write(tx, userId, found.survivor, absorbedId, plan)
    const made = plan.remadeEdges.filter(({ id }) => outcomes.get(id) === true)
    const checked = made.filter(({ type }) => !force || type !== 'SUPERSEDES')
    const broken = await relations.removeCycles(tx, userId, checked)
    const [idea, survivor] = await Promise.all([
      ideas.getWithin(tx, userId, absorbedId),
      ideas.getWithin(tx, userId, survivorId),
    ])
    const lost = [
      ...plan.notRestored,
      ...unmade([...plan.createdEdges, ...plan.remadeEdges], outcomes, new Set(broken)),
    ]
    return { idea, survivor, not_restored: lost }
  }
}

/** The relations that could not be restored, with reasons. */
function unmade(
  edges: readonly RelationRow[],
  outcomes: ReadonlyMap<number, boolean>,
  broken: ReadonlySet<RelationRow>,
): NotRestored[] {
  return edges.flatMap((edge) => {
    const isMade = outcomes.get(edge.id)
    if (isMade === undefined) return notRestored.relation(edge, 'idea_gone')
    if (!isMade) return notRestored.relation(edge, 'exists')
    return broken.has(edge) ? notRestored.relation(edge, 'cycle') : []
  })
}

import type { Actor } from '../actor.ts'
import type { Expectation, Ideas } from '../ideas/ideas.ts'
import type { Missing } from '../ideas/missing.ts'
import { Problem } from '../problems.ts'
import { notRestored } from './not-restored.ts'
import { planUnmerge, type UnmergePlan } from './plan-unmerge.ts'
import type { NotRestored, Unmerged } from './schema.ts'
import type { EdgeRow, MergeStore, SideRow, Two, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: MergeStore
  ideas: Pick<Ideas, 'inside' | 'rewrite'>
  missing: Missing
  clock: () => number
  /** How many active ideas an account on the free plan may hold. */
  freePlanIdeaCap: number
}>

/** Relations that close a cycle are taken back one by one, the last first; when that has been so often, all at once. */
const ONE_BY_ONE = 5

/** How an absorbed idea is brought back, inside the caller's transaction. */
export function createRecovery({ store, ideas, missing, clock, freePlanIdeaCap }: Dependencies) {
  const look = async (
    tx: Tx,
    { userId, plan }: Actor,
    { survivorId, absorbedId }: Two,
    ideaCount: number,
  ) => {
    const [sides, records] = await Promise.all([
      store.sides(tx, userId, [survivorId, absorbedId]),
      store.records(tx, { userId, survivorId, absorbedId }),
    ])
    const [survivor, absorbed] = [sides.get(survivorId), sides.get(absorbedId)]
    if (survivor === undefined || survivor.archived) throw await missing(userId, survivorId, tx)
    if (absorbed === undefined) throw new Problem('idea_not_found')
    if (plan === 'free' && ideaCount >= freePlanIdeaCap) throw new Problem('idea_cap_reached')
    if (absorbed.survivorId !== survivorId) {
      const { survivorId: absorber } = absorbed
      throw new Problem('not_absorbed', absorber === null ? {} : { absorbed_by: absorber })
    }
    return { survivor, absorbed, records }
  }

  const write = async (tx: Tx, userId: string, survivor: SideRow, absorbedId: number, plan: UnmergePlan) => {
    const { id: survivorId } = survivor
    // Sent without waiting for each other; they are carried out in this order.
    const before = [
      store.restore(tx, { userId, survivorId, absorbedId }, clock()),
      ideas.rewrite(tx, userId, survivor, plan.body),
      store.untag(tx, userId, survivorId, plan.untagged),
      store.tag(tx, userId, survivorId, plan.automaticTags),
      store.moveLinks(tx, userId, absorbedId, plan.movedLinks),
      store.createLinks(tx, userId, plan.createdLinks),
      store.renameLinks(tx, userId, plan.newTitles),
      store.unrelate(tx, userId, survivorId, plan.movedEdges),
    ]
    const created = store.relate(tx, userId, plan.createdEdges)
    const after = [
      store.amend(tx, userId, survivorId, plan.amendedEdges),
      store.record(tx, userId, plan.records),
    ]
    const remade = store.relate(tx, userId, plan.remadeEdges)
    const outcomes = await Promise.all([created, remade, ...before, ...after])
    return new Map([...outcomes[0], ...outcomes[1]])
  }

  /** Takes back what closes a cycle of the relations that were just made again. */
  const breakCycles = async (tx: Tx, userId: string, ideaId: number, made: readonly EdgeRow[]) => {
    const broken: EdgeRow[] = []
    let left = made
    for (let turn = 0; left.length > 0; turn += 1) {
      const closing = await store.closing(tx, left)
      const found = left.filter(({ id }) => closing.has(id))
      const taken = turn < ONE_BY_ONE ? found.slice(-1) : found
      if (taken.length === 0) break
      await store.unrelate(
        tx,
        userId,
        ideaId,
        taken.map(({ id }) => id),
      )
      broken.push(...taken)
      left = left.filter((edge) => !taken.includes(edge))
    }
    return broken
  }

  /** @throws Problem `idea_not_found`, `idea_cap_reached`, `not_absorbed`, `precondition_failed` */
  return async (
    tx: Tx,
    actor: Actor,
    two: Two,
    { force, ideaCount }: Readonly<{ force: boolean; ideaCount: number }>,
    expected?: Expectation,
  ): Promise<Omit<Unmerged, 'preview'>> => {
    const { userId } = actor
    const { survivorId, absorbedId } = two
    const found = await look(tx, actor, two, ideaCount)
    if (expected !== undefined) await ideas.inside(tx, userId, survivorId, expected)
    const plan = planUnmerge(found)
    const outcomes = await write(tx, userId, found.survivor, absorbedId, plan)
    const made = plan.remadeEdges.filter(({ id }) => outcomes.get(id) === true)
    const checked = made.filter(({ type }) => !force || type !== 'SUPERSEDES')
    const broken = await breakCycles(tx, userId, absorbedId, checked)
    const [idea, survivor] = await Promise.all([
      ideas.inside(tx, userId, absorbedId),
      ideas.inside(tx, userId, survivorId),
    ])
    const lost = [
      ...plan.notRestored,
      ...unmade([...plan.createdEdges, ...plan.remadeEdges], outcomes, new Set(broken)),
    ]
    return { idea, survivor, not_restored: lost }
  }
}

/** What became of relations that were to go back or to be made again, where they were not. */
function unmade(
  edges: readonly EdgeRow[],
  outcomes: ReadonlyMap<number, boolean>,
  broken: ReadonlySet<EdgeRow>,
): NotRestored[] {
  return edges.flatMap((edge) => {
    const isMade = outcomes.get(edge.id)
    if (isMade === undefined) return notRestored.relation(edge, 'idea_gone')
    if (!isMade) return notRestored.relation(edge, 'exists')
    return broken.has(edge) ? notRestored.relation(edge, 'cycle') : []
  })
}

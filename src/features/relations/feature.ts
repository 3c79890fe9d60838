import type { Platform } from '../../platform/platform.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { createCycleCheck } from './check-cycles.ts'
import { createRelations } from './relations.ts'
import { relationRoutes } from './routes.ts'
import { createRelationStore } from './store.ts'

/** Typed relations between ideas; some types forbid cycles. */
export function createRelationsFeature(
  { graph, ids, clock }: Platform,
  { ideaNotFound }: Pick<SurvivorsFeature, 'ideaNotFound'>,
) {
  const store = createRelationStore(graph)
  const relations = createRelations({ store, nextId: ids.relation.next, clock, ideaNotFound })
  return { endpoints: relationRoutes(relations), relations, cyclesOf: createCycleCheck(store) }
}
export type RelationsFeature = ReturnType<typeof createRelationsFeature>

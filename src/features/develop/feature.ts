import { createLeases } from '../../platform/limits/leases.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProviderKeysFeature } from '../provider-keys/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { createDevelop } from './develop.ts'
import { developRoutes } from './routes.ts'
import { createDevelopStore } from './store.ts'

type Needs = Pick<SurvivorsFeature, 'ideaNotFound'> & Pick<ProviderKeysFeature, 'keyOf'>

/** Specifications of ideas, generated with the user's own provider key. */
export function createDevelopFeature(platform: Platform, { ideaNotFound, keyOf }: Needs) {
  const { graph, redis, log, clock, providerTimeoutMs: overallMs } = platform
  const [store, acquireLease] = [createDevelopStore(graph), createLeases(redis)]
  const develop = createDevelop({ store, keyOf, acquireLease, ideaNotFound, log, clock, overallMs })
  return { endpoints: developRoutes(develop) }
}

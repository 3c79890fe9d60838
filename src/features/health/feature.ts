import type { Platform } from '../../platform/platform.ts'
import { healthRoutes } from './routes.ts'

/** The readiness check. */
export function createHealthFeature({ graph, clock }: Platform) {
  return { endpoints: healthRoutes({ answers: graph.answers, clock }) }
}

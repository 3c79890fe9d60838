import type { Platform } from '../../platform/platform.ts'
import { createHealth } from './health.ts'
import { healthRoutes } from './routes.ts'

/** Liveness and readiness. */
export function createHealthFeature({ graph, clock }: Platform) {
  const health = createHealth(graph)
  return { endpoints: healthRoutes({ ...health, clock }), shutDown: health.shutDown }
}

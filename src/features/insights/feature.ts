import type { Platform } from '../../platform/platform.ts'
import type { MapFeature } from '../map/feature.ts'
import { createInsights } from './insights.ts'
import { insightRoutes } from './routes.ts'

/** What the shape of a user's graph tells. */
export function createInsightsFeature({ log }: Platform, { maps }: Pick<MapFeature, 'maps'>) {
  return { endpoints: insightRoutes(createInsights({ maps, log })) }
}

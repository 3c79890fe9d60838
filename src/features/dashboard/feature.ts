import path from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import { readBuilt, type DashboardSettings } from './built.ts'
import { dashboardRoutes, notFoundPage } from './routes.ts'

/** Where Vite puts the dashboard: the same place from src and from dist. */
const FOLDER = path.join(import.meta.dirname, '../../../dist-web')

/** The dashboard for people, where it was built. */
export function createDashboardFeature(
  settings: DashboardSettings,
): Pick<Feature, 'routes' | 'notFoundPage'> {
  const built = readBuilt(FOLDER, settings)
  if (built === undefined) return {}
  return { routes: () => dashboardRoutes(built), notFoundPage: notFoundPage(built) }
}

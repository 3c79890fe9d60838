import path from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import { readBuilt } from './built.ts'
import { dashboardRoutes } from './routes.ts'

/** Where `npm run build:web` puts the dashboard: the same place from src and from dist. */
const FOLDER = path.join(import.meta.dirname, '../../../dist-web')

/** The dashboard for people, where it was built. */
export function createDashboardFeature() {
  const built = readBuilt(FOLDER)
  return { routes: () => (built === undefined ? [] : dashboardRoutes(built)) } satisfies Feature
}

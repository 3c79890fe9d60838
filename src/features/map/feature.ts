import type { Platform } from '../../platform/platform.ts'
import { createMap } from './map.ts'
import { mapRoutes } from './routes.ts'
import { createMapStore } from './store.ts'

/** The whole graph of a user. */
export function createMapFeature({ graph }: Platform, { build }: Readonly<{ build: string }>) {
  return { endpoints: mapRoutes(createMap({ store: createMapStore(graph), build })) }
}

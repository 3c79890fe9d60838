import path from 'node:path'
import type { Platform } from '../../platform/platform.ts'
import { createMap } from './map.ts'
import { mapRoutes } from './routes.ts'
import { createMapSpool } from './spool.ts'
import { createMapStore } from './store.ts'

type Config = Readonly<{ build: string; dataDir: string }>

/** The whole graph of a user. */
export function createMapFeature({ graph }: Platform, { build, dataDir }: Config) {
  const spool = createMapSpool(path.join(dataDir, 'maps'))
  const { sweep, close } = spool
  return { endpoints: mapRoutes(createMap({ store: createMapStore(graph), spool, build })), sweep, close }
}

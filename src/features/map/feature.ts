import path from 'node:path'
import type { Platform } from '../../platform/platform.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { createMap } from './map.ts'
import { createMapParts } from './parts.ts'
import { mapRoutes } from './routes.ts'
import { createMapSpool } from './spool.ts'
import { createMapStore } from './store.ts'

type Config = Readonly<{ build: string; dataDir: string }>

/** The graph of a user: the whole, and parts of it. */
export function createMapFeature(
  { graph }: Platform,
  { ideaNotFound }: Pick<SurvivorsFeature, 'ideaNotFound'>,
  { build, dataDir }: Config,
) {
  const store = createMapStore(graph)
  const spool = createMapSpool(path.join(dataDir, 'maps'))
  const { sweep, close } = spool
  const maps = createMap({ store, spool, build })
  return { endpoints: mapRoutes(maps, createMapParts({ store, ideaNotFound })), maps, sweep, close }
}
export type MapFeature = ReturnType<typeof createMapFeature>

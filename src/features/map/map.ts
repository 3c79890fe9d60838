import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import { createReadSlots, MAP_READ_LIMITS } from './read-slots.ts'
import type { FileContent } from './shared-chunks.ts'
import type { MapEncoding, MapSpool, SpooledMap } from './spool.ts'
import type { MapRow } from './present.ts'
import type { MapStore, Revision } from './store.ts'
import { writeMap } from './write-map.ts'

/** A map as JSON in an encoding, with its version. */
export type ServedMap = FileContent & Readonly<{ version: string }>

/** Reads without the lock before one with it: where they take longer than this, another write is likely to come in between, too. */
const UNLOCKED = { most: 3, withinMs: 1_000 } as const

type Dependencies = Readonly<{
  store: MapStore
  spool: MapSpool
  /** Part of the version, because another build may represent the graph differently. */
  build: string
}>

/** Reads whole graphs. */
export function createMap({ store, spool, build }: Dependencies) {
  const versionOf = ({ epoch, revision }: Revision): string => `${build}-${epoch}-${revision}`
  type Reads = Map<string, Promise<SpooledMap | undefined>>
  const reads = { unlocked: new Map() as Reads, locked: new Map() as Reads }
  const inSlot = createReadSlots(MAP_READ_LIMITS.maps)
  const spooled = async (rows: AsyncIterable<MapRow>): Promise<string> =>
    spool.write(async (output) => writeMap(rows, output))

  const version = async (userId: string): Promise<string> => {
    const ledger = await store.revision(userId)
    if (ledger === undefined) throw new Problem('invalid_credentials')
    return versionOf(ledger)
  }

  /** Reads without the lock, so that the user's writes do not wait; undefined if one came in between. */
  const unlocked = async (userId: string): Promise<SpooledMap | undefined> => {
    const before = versionOf(await store.lockedRevision(userId))
    const file = await store.read(userId, spooled)
    let map: SpooledMap | undefined
    try {
      // Requests that arrive from here on must see writes that the next statement may not see.
      reads.unlocked.delete(userId)
      if (versionOf(await store.lockedRevision(userId)) === before)
        map = await spool.keep(userId, before, file)
      return map
    } finally {
      if (map === undefined) await spool.remove(file)
    }
  }

  const locked = async (userId: string): Promise<SpooledMap> =>
    store.readLocked(userId, async (rows, ledger) => {
      const file = await spooled(rows)
      reads.locked.delete(userId)
      return spool.keep(userId, versionOf(ledger), file)
    })

  /** One read of a kind at a time for each user; requests that arrive before its last look at the revision share it. */
  const shared = async (userId: string, kind: keyof typeof reads): Promise<SpooledMap | undefined> => {
    const running = reads[kind].get(userId)
    if (running !== undefined) return running
    const read = kind === 'locked' ? locked : unlocked
    const started = inSlot(async () => read(userId)).finally(() => {
      if (reads[kind].get(userId) === started) reads[kind].delete(userId)
    })
    reads[kind].set(userId, started)
    return started
  }

  const keptOf = async (userId: string): Promise<SpooledMap | undefined> => {
    const kept = spool.find(userId)
    return kept !== undefined && kept.version === (await version(userId)) ? kept : undefined
  }

  return {
    /** The current version of the map, without reading the graph. */
    version: async ({ userId }: Actor): Promise<string> => version(userId),

    /**
     * The map as of a moment after the request arrived: the kept one if it is current, else a new one.
     * @throws Problem `service_unavailable` while others read maps, or when even the read under the lock takes too long
     */
    async read({ userId }: Actor, encoding: MapEncoding): Promise<ServedMap> {
      const served = async (map: SpooledMap | undefined): Promise<ServedMap | undefined> => {
        const content = map && (await spool.open(map, encoding))
        return content && { version: map.version, ...content }
      }
      const kept = await served(await keptOf(userId))
      if (kept !== undefined) return kept
      const end = performance.now() + UNLOCKED.withinMs
      for (let read = 1; read <= UNLOCKED.most && performance.now() <= end; read += 1) {
        const map = await served(await shared(userId, 'unlocked'))
        if (map !== undefined) return map
      }
      const map = await served(await shared(userId, 'locked'))
      if (map !== undefined) return map
      throw new Problem('service_unavailable')
    },
  }
}
export type GraphMaps = ReturnType<typeof createMap>

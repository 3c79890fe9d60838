import type { Actor } from '../actor.ts'
import { Problem } from '../problems.ts'
import { createTurns } from '../turns.ts'
import { spoolMap } from './spool.ts'
import type { MapStore } from './store.ts'

/** A map as JSON under gzip, with what identifies its state. */
export type SpooledMap = Readonly<{ version: string; chunks: readonly Buffer[] }>

/** How many maps are read at a time in this process: what bounds its memory. */
const PARALLEL_READS = 2
const TURN_WAIT_MS = 4_000

/** The whole graph of a user in one read. `build` goes into the version: another program may draw another map. */
export function createMap({ store, build }: Readonly<{ store: MapStore; build: string }>) {
  const versionOf = (ledger: { epoch: string; revision: number }): string =>
    `${build}-${ledger.epoch}-${ledger.revision}`
  const readings = new Map<string, Promise<SpooledMap>>()
  const turns = createTurns(PARALLEL_READS, TURN_WAIT_MS)

  const read = async (userId: string): Promise<SpooledMap> =>
    turns.take(() =>
      store.read(userId, async (rows, ledger) => {
        const chunks = await spoolMap(rows)
        // From here on the lock may be given back, and a map asked for later must see what is written then.
        readings.delete(userId)
        return { version: versionOf(ledger), chunks }
      }),
    )

  return {
    /** The version of the map as it is now, without reading the graph. */
    async version({ userId }: Actor): Promise<string> {
      const ledger = await store.revision(userId)
      if (ledger === undefined) throw new Problem('invalid_credentials')
      return versionOf(ledger)
    },

    /**
     * The map of one state. Requests that arrive while a reading of the same map holds the lock share it: nobody can
     * have written meanwhile, so each sees at least what was acknowledged before it asked.
     */
    async read({ userId }: Actor): Promise<SpooledMap> {
      const underWay = readings.get(userId)
      if (underWay !== undefined) return underWay
      const reading = read(userId).finally(() => {
        if (readings.get(userId) === reading) readings.delete(userId)
      })
      readings.set(userId, reading)
      return reading
    },
  }
}
export type GraphMaps = ReturnType<typeof createMap>

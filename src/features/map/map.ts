import { Semaphore, withTimeout } from 'async-mutex'
import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import { spoolMap } from './spool.ts'
import type { MapStore } from './store.ts'

/** A map as gzipped JSON, with its version. */
export type SpooledMap = Readonly<{ version: string; chunks: readonly Buffer[] }>

/** Maximum number of concurrent reads in this process, which bounds its memory. */
const MAX_READS = 2
const MAX_WAIT_MS = 4_000

/** Reads whole graphs. `build` is part of the version, because another build may represent the graph differently. */
export function createMap({ store, build }: Readonly<{ store: MapStore; build: string }>) {
  const versionOf = (ledger: { epoch: string; revision: number }): string =>
    `${build}-${ledger.epoch}-${ledger.revision}`
  const reads = new Map<string, Promise<SpooledMap>>()
  const semaphore = withTimeout(new Semaphore(MAX_READS), MAX_WAIT_MS, new Problem('service_unavailable'))

  const read = async (userId: string): Promise<SpooledMap> =>
    semaphore.runExclusive(() =>
      store.read(userId, async (rows, ledger) => {
        const chunks = await spoolMap(rows)
        // From here on the lock may be released, and later requests must see later writes.
        reads.delete(userId)
        return { version: versionOf(ledger), chunks }
      }),
    )

  return {
    /** The current version of the map, without reading the graph. */
    async version({ userId }: Actor): Promise<string> {
      const ledger = await store.revision(userId)
      if (ledger === undefined) throw new Problem('invalid_credentials')
      return versionOf(ledger)
    },

    /**
     * A consistent snapshot of the map. Requests that arrive while a read of the same map holds the lock share its
     * result: nothing can have been written meanwhile, so each sees all writes acknowledged before it started.
     */
    async read({ userId }: Actor): Promise<SpooledMap> {
      const running = reads.get(userId)
      if (running !== undefined) return running
      const started = read(userId).finally(() => {
        if (reads.get(userId) === started) reads.delete(userId)
      })
      reads.set(userId, started)
      return started
    },
  }
}
export type GraphMaps = ReturnType<typeof createMap>

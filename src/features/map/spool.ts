import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'

const MIB = 1_048_576
/** Maps that a process keeps on disk, at most one per user: compressed bytes of all, and for how long. */
export const MAP_SPOOL_LIMITS = { bytes: 1_024 * MIB, keptMs: 10 * 60_000 } as const
/** How long a file that was replaced can still be opened. */
const RETIRED_MS = 5_000
/** Files older than this were left by a process that died. */
const LEFT_MS = 60 * 60_000

/** A file that holds a gzipped map of one version. */
export type SpooledMap = Readonly<{ version: string; file: string; bytes: number }>

/** The only owner of spooled maps: at most one per user, in files that vanish with their entry. */
export function createMapSpool(folder: string) {
  const retired = new Set<string>()
  /** A request that was given the file may not have opened it yet. */
  const retire = (file: string): void => {
    retired.add(file)
    setTimeout(() => {
      retired.delete(file)
      remove(file).catch(() => undefined)
    }, RETIRED_MS).unref()
  }
  const kept = new LRUCache<string, SpooledMap>({
    maxSize: MAP_SPOOL_LIMITS.bytes,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: MAP_SPOOL_LIMITS.keptMs,
    dispose: ({ file }) => retire(file),
  })

  return {
    find: (userId: string): SpooledMap | undefined => kept.get(userId),
    /** Writes a file that belongs to nobody yet, and returns its path. */
    async write(produce: (output: Writable) => Promise<void>): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${randomUUID()}.json.gz`)
      try {
        await produce(createWriteStream(file, { mode: 0o600 }))
        return file
      } catch (error) {
        await remove(file)
        throw error
      }
    },
    /** Keeps a written file as the map of a user. */
    async keep(userId: string, version: string, file: string): Promise<SpooledMap> {
      const { size: bytes } = await stat(file)
      const map = { version, file, bytes }
      kept.set(userId, map)
      return map
    },
    /** Opens a kept map; undefined if it was removed meanwhile. */
    open: async ({ file }: SpooledMap): Promise<Readable | undefined> =>
      open(file).then(
        (handle) => handle.createReadStream(),
        () => undefined,
      ),
    remove,
    /** Removes expired maps, and files of processes that died. */
    async sweep(): Promise<void> {
      kept.purgeStale()
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name)
        const written = await stat(file).catch(() => undefined)
        if (written !== undefined && Date.now() - written.mtimeMs > LEFT_MS) await remove(file)
      }
    },
    /** Removes all maps of this process. */
    async close(): Promise<void> {
      kept.clear()
      await Promise.all([...retired].map(remove))
    },
  }
}
export type MapSpool = ReturnType<typeof createMapSpool>

async function remove(file: string): Promise<void> {
  await rm(file, { force: true })
}

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { removeStaleTempFiles } from '../../platform/files/stale-temp-files.ts'
import { createSharedChunks, type FileContent } from './shared-chunks.ts'

const MIB = 1_048_576
/** Maps that a process keeps on disk, at most one per user: bytes of all without compressed copies, and for how long. */
export const MAP_SPOOL_LIMITS = { bytes: 1_024 * MIB, keptMs: 10 * 60_000 } as const
/** Chunks of spooled maps that a process keeps in memory: bytes of all, and for how long. */
export const MAP_MEMORY_LIMITS = { bytes: 16 * MIB, keptMs: 60_000 } as const
/** How long a file that was replaced can still be opened. */
const RETIRED_MS = 5_000
/** Files older than this were left by a process that died. */
const LEFT_MS = 60 * 60_000

const ENCODERS = {
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  gzip: () => createGzip({ level: 1 }),
} as const
/** The content codings in which a map is served. */
export type MapEncoding = 'identity' | keyof typeof ENCODERS

/** A file that holds the JSON of one version of a map, and its compressed copies: each is made once, when first asked for. */
export type SpooledMap = Readonly<{
  version: string
  file: string
  bytes: number
  copies: Map<keyof typeof ENCODERS, Promise<string>>
}>

/** The only owner of spooled maps: at most one per user, in files that vanish with their entry. */
export function createMapSpool(folder: string) {
  const chunks = createSharedChunks(MAP_MEMORY_LIMITS)
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
      const file = path.join(folder, `${randomUUID()}.json`)
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
      const map = { version, file, bytes, copies: new Map() }
      kept.set(userId, map)
      // One above the limit is not kept, and then not disposed of either. Its compressed copies may not be made in time.
      if (kept.peek(userId) !== map) retire(file)
      return map
    },
    /** Opens a kept map in an encoding; undefined if it was removed meanwhile. */
    async open(map: SpooledMap, encoding: MapEncoding): Promise<FileContent | undefined> {
      try {
        return await chunks.open(encoding === 'identity' ? map.file : await copyOf(map, encoding))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove,
    /** Removes expired maps, and files of processes that died. */
    async sweep(): Promise<void> {
      kept.purgeStale()
      chunks.sweep()
      await removeStaleTempFiles(folder, LEFT_MS)
    },
    /** Removes all maps of this process. */
    async close(): Promise<void> {
      kept.clear()
      chunks.clear()
      await Promise.all([...retired].map(remove))
    },
  }
}
export type MapSpool = ReturnType<typeof createMapSpool>

async function copyOf({ file, copies }: SpooledMap, encoding: keyof typeof ENCODERS): Promise<string> {
  const made =
    copies.get(encoding) ??
    encode(file, encoding).catch((error: unknown) => {
      copies.delete(encoding)
      throw error
    })
  copies.set(encoding, made)
  return made
}

async function encode(file: string, encoding: keyof typeof ENCODERS): Promise<string> {
  const copy = `${file}.${encoding}`
  try {
    await pipeline(
      createReadStream(file),
      ENCODERS[encoding](),
      createWriteStream(copy, { flags: 'wx', mode: 0o600 }),
    )
    return copy
  } catch (error) {
    await rm(copy, { force: true })
    throw error
  }
}

/** Removes a map with its compressed copies. */
async function remove(file: string): Promise<void> {
  const copies = Object.keys(ENCODERS).map((encoding) => `${file}.${encoding}`)
  await Promise.all([file, ...copies].map(async (one) => rm(one, { force: true })))
}

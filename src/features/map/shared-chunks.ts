import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'

const CHUNK_BYTES = 256 * 1024

/** The bytes of a file, and how many they are. */
export type FileContent = Readonly<{ bytes: number; stream: Readable }>

/** A part of an open file. */
type Part = Readonly<{ handle: FileHandle; start: number; length: number }>

/**
 * Reads files that never change, by chunks that all readers share, also those that ask at the same time: a new buffer for each
 * chunk of each response makes the garbage collector run more than once per map, and 16 readers of a new map held 100 MB. A
 * reader that is slow holds a few chunks, not a file.
 */
export function createSharedChunks(limits: Readonly<{ bytes: number; keptMs: number }>) {
  const chunks = new LRUCache<string, Buffer, Part>({
    maxSize: limits.bytes,
    sizeCalculation: ({ length }) => length,
    ttl: limits.keptMs,
    ignoreFetchAbort: true,
    async fetchMethod(key, _, { context: { handle, start, length } }) {
      const chunk = Buffer.allocUnsafeSlow(length)
      const { bytesRead } = await handle.read(chunk, 0, length, start)
      if (bytesRead < length) throw new Error(`${key} has become shorter`)
      return chunk
    },
  })
  return {
    /** Opens a file, which may be removed while it is read. @throws Error when there is none */
    async open(file: string): Promise<FileContent> {
      const handle = await open(file)
      const { size: bytes } = await handle.stat()
      async function* all(): AsyncGenerator<Buffer> {
        for (let start = 0; start < bytes; start += CHUNK_BYTES) {
          const length = Math.min(CHUNK_BYTES, bytes - start)
          yield await chunks.forceFetch(`${file} ${start}`, { context: { handle, start, length } })
        }
      }
      const stream = Readable.from(all(), { highWaterMark: 1 })
      stream.once('close', () => void handle.close().catch(() => undefined))
      return { bytes, stream }
    },
    /** Frees the memory of chunks that nobody has asked for lately. */
    sweep: (): void => void chunks.purgeStale(),
    clear: (): void => chunks.clear(),
  }
}

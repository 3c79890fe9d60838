import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'

const CHUNK_BYTES = 256 * 1024

/** The bytes of a file, and how many they are. */
export type FileContent = Readonly<{ bytes: number; stream: Readable }>

/**
 * Reads files that never change, by chunks that all readers share: a new buffer for each chunk of each response makes the garbage
 * collector run more than once per map. A reader that is slow holds a few chunks, not a file.
 */
export function createSharedChunks(limits: Readonly<{ bytes: number; keptMs: number }>) {
  const chunks = new LRUCache<string, Buffer>({
    maxSize: limits.bytes,
    sizeCalculation: ({ length }) => length,
    ttl: limits.keptMs,
  })
  return {
    /** Opens a file, which may be removed while it is read. @throws Error when there is none */
    async open(file: string): Promise<FileContent> {
      const handle = await open(file)
      const { size: bytes } = await handle.stat()
      const chunkAt = async (start: number): Promise<Buffer> => {
        const key = `${file} ${start}`
        const kept = chunks.get(key)
        if (kept !== undefined) return kept
        const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes - start))
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, start)
        if (bytesRead < chunk.length) throw new Error(`${file} has become shorter`)
        chunks.set(key, chunk)
        return chunk
      }
      async function* all(): AsyncGenerator<Buffer> {
        for (let start = 0; start < bytes; start += CHUNK_BYTES) yield await chunkAt(start)
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

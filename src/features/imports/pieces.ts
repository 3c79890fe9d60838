const NEWLINE = 0x0a

/**
 * Collects up to `limit` bytes in one buffer that is used again; more than that is counted but not kept. Chunks are copied,
 * because a slice of a few bytes would keep a whole chunk in memory.
 */
export function createPiece(limit: number) {
  let buffer = Buffer.alloc(0)
  let length = 0
  return {
    add(bytes: Buffer): void {
      const end = length + bytes.length
      if (end <= limit) {
        if (end > buffer.length) {
          const grown = Buffer.allocUnsafe(Math.min(limit, 2 * end))
          buffer.copy(grown, 0, 0, length)
          buffer = grown
        }
        bytes.copy(buffer, length)
      }
      length = end
    },
    /** Bytes added since it was empty, kept or not. */
    length: (): number => length,
    /** Empties the piece. The bytes, valid until the next `add`; undefined if there were too many. */
    take(): Buffer | undefined {
      const taken = length > limit ? undefined : buffer.subarray(0, length)
      length = 0
      return taken
    },
  }
}

/** The lines of a stream, each as {@link createPiece} returns it. */
export async function* splitLines(
  input: AsyncIterable<Buffer>,
  limit: number,
): AsyncGenerator<Buffer | undefined> {
  const line = createPiece(limit)
  for await (const chunk of input) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, at))
      from = at + 1
      yield line.take()
    }
    line.add(chunk.subarray(from))
  }
  if (line.length() > 0) yield line.take()
}

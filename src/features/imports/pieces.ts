const NEWLINE = 0x0a
/** Of JSON. */
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, NEWLINE, 0x0d])

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

/** A line counted from 1, its bytes as {@link createPiece} returns them. */
type Line = Readonly<{ number: number; bytes: Buffer | undefined }>

/** The lines of a stream that are not blank, without the white space before them. */
export async function* splitLines(input: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Line> {
  const line = createPiece(limit)
  let number = 1
  for await (const chunk of input) {
    let from = 0
    for (;;) {
      // Byte by byte: handing on every blank line of a chunk would hold the event loop for tens of milliseconds.
      while (line.length() === 0 && from < chunk.length && WHITE_SPACE.has(chunk[from] ?? 0)) {
        if (chunk[from] === NEWLINE) number += 1
        from += 1
      }
      const end = chunk.indexOf(NEWLINE, from)
      line.add(chunk.subarray(from, end === -1 ? undefined : end))
      if (end === -1) break
      yield { number, bytes: line.take() }
      number += 1
      from = end + 1
    }
  }
  if (line.length() > 0) yield { number, bytes: line.take() }
}

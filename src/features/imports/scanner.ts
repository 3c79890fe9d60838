import { invalid, Problem } from '../problems.ts'

/** One record of a file, not parsed yet; its bytes are missing when they are more than a record may have. */
export type RawRecord = Readonly<{ list: string; index: number; bytes: Buffer | undefined }>

/** The most that one record may take: as much as a body of the API. */
export const MAX_RECORD_BYTES = 1_048_576
/** The most that what lies around the records may take. */
const MAX_FRAME_BYTES = 16 * 1_048_576

const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const PLACEHOLDER = Buffer.from('0')

/**
 * Cuts the records out of `{"list": [{record}, …], …}` without holding the whole, which parsers of streams do not promise
 * for input that nobody trusts. What is left around the records, with a placeholder for each, is parsed at the end: the
 * whole is valid JSON exactly if that and every record are.
 * @throws Problem `malformed_json`, `payload_too_large`, `validation_error`
 */
export async function* scanLists(input: AsyncIterable<Buffer>): AsyncGenerator<RawRecord> {
  const frame = createPiece(MAX_FRAME_BYTES)
  const counts = new Map<string, number>()
  const open: number[] = []
  const string = createStringState()
  let key: number[] = []
  let list = ''
  let record: Piece | undefined

  for await (const chunk of input) {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (open.length === 1 && string.inside && byte !== QUOTE) key.push(byte)
      if (string.next(byte)) continue
      if (byte === QUOTE) {
        if (open.length === 1) key = []
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (byte === OPEN_LIST && open.length === 1) list = Buffer.from(key).toString()
        if (byte === OPEN_OBJECT && open.length === 2 && open[0] === OPEN_OBJECT && open[1] === OPEN_LIST) {
          frame.add(chunk.subarray(from, at))
          frame.add(PLACEHOLDER)
          record = createPiece(MAX_RECORD_BYTES)
          from = at
        }
        open.push(byte)
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        const opened = open.pop()
        if (opened !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST)) throw new Problem('malformed_json')
        if (record === undefined || open.length !== 2) continue
        record.add(chunk.subarray(from, at + 1))
        from = at + 1
        const index = counts.get(list) ?? 0
        counts.set(list, index + 1)
        yield { list, index, bytes: record.bytes() }
        record = undefined
      }
    }
    ;(record ?? frame).add(chunk.subarray(from))
  }
  checkFrame(frame, counts)
}

/** The lines of JSON Lines, counted from 1; empty ones are left out. */
export async function* scanLines(input: AsyncIterable<Buffer>): AsyncGenerator<RawRecord> {
  let line = createPiece(MAX_RECORD_BYTES)
  let index = 1
  const take = (): RawRecord => {
    const taken = { list: 'lines', index, bytes: line.bytes() }
    line = createPiece(MAX_RECORD_BYTES)
    index += 1
    return taken
  }
  for await (const chunk of input) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, at))
      from = at + 1
      const taken = take()
      if (!isBlank(taken)) yield taken
    }
    line.add(chunk.subarray(from))
  }
  const last = take()
  if (!isBlank(last)) yield last
}

function isBlank({ bytes }: RawRecord): boolean {
  return bytes !== undefined && /^\s*$/.test(bytes.toString('latin1'))
}

type Piece = ReturnType<typeof createPiece>

/** Bytes that come in chunks, forgotten when they become too many. */
function createPiece(limit: number) {
  let chunks: Buffer[] = []
  let length = 0
  return {
    add(bytes: Buffer): void {
      length += bytes.length
      if (length > limit) chunks = []
      else chunks.push(bytes)
    },
    bytes: (): Buffer | undefined => (length > limit ? undefined : Buffer.concat(chunks)),
  }
}

/** Follows strings, in which brackets mean nothing. */
function createStringState() {
  let inside = false
  let escaped = false
  return {
    get inside() {
      return inside
    },
    /** Whether the byte belongs to a string and is not a quote that opens or closes it. */
    next(byte: number): boolean {
      if (!inside) {
        inside = byte === QUOTE
        return false
      }
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) inside = false
      return true
    },
  }
}

function checkFrame(frame: Piece, counts: ReadonlyMap<string, number>): void {
  const bytes = frame.bytes()
  if (bytes === undefined) throw new Problem('payload_too_large')
  const parsed = parseJson(bytes)
  if (parsed === undefined) throw new Problem('malformed_json')
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    throw invalid('', 'must be an object with lists of records')
  }
  for (const [list, value] of Object.entries(parsed.value)) {
    const isWhole = !Array.isArray(value) || value.length === (counts.get(list) ?? 0)
    if (!isWhole) throw invalid(list, 'must hold objects only')
  }
  for (const list of counts.keys()) {
    if (!Array.isArray((parsed.value as Record<string, unknown>)[list])) throw new Problem('malformed_json')
  }
}

/** The value of JSON in UTF-8; nothing when it is either not. */
export function parseJson(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown }
  } catch {
    return undefined
  }
}

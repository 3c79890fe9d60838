import { invalid, Problem } from '../../platform/problems.ts'

/** One unparsed record of a file; `bytes` is undefined if it is too large. */
export type RawRecord = Readonly<{ list: string; index: number; bytes: Buffer | undefined }>

/** Maximum size of a record, like that of a request body. */
export const MAX_RECORD_BYTES = 1_048_576
/** Maximum size of everything around the records. */
const MAX_FRAME_BYTES = 16 * 1_048_576

const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const PLACEHOLDER = Buffer.from('0')

/**
 * Extracts the records of `{"list": [{record}, …], …}` in bounded memory, which streaming parsers do not guarantee for
 * untrusted input. The rest, with a placeholder for each record, is parsed at the end: the file is valid JSON if and only if
 * the rest and every record are.
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

/** The records of JSON Lines, counted from 1; blank lines are skipped. */
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

/** Collects chunks, and discards them when they exceed the limit. */
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

/** Tracks JSON strings, in which brackets are not structural. */
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

/** Parses JSON in UTF-8; undefined if it is invalid. */
export function parseJson(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown }
  } catch {
    return undefined
  }
}

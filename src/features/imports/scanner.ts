import { invalid, Problem } from '../../platform/problems.ts'
import { EXPORT_VERSION } from '../exports/schema.ts'
import { createPiece, splitLines } from './pieces.ts'
import { IMPORT_LIMITS, isList, LINE_TYPES } from './schema.ts'

/** One unparsed record of a file, valid until the next one is asked for; `bytes` is undefined if it is too large. */
export type RawRecord = Readonly<{ list: string; index: number; bytes: Buffer | undefined }>

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
/** A text, which does not join with what is before it: `-{}` must not become a number. */
const PLACEHOLDER = Buffer.from('""')

/**
 * Extracts the records of `{"list": [{record}, …], …}` in bounded memory, which streaming parsers do not guarantee for
 * untrusted input. The rest, with a placeholder for each record, is parsed at the end: the file is valid JSON if and only if
 * the rest and every record are. What passes a limit is refused as soon as it is read.
 * @throws Problem `malformed_json`, `validation_error`
 */
export async function* scanLists(input: AsyncIterable<Buffer>): AsyncGenerator<RawRecord> {
  const frame = createPiece(IMPORT_LIMITS.frameBytes)
  const record = createPiece(IMPORT_LIMITS.recordBytes)
  const counts = new Map<string, number>()
  const open: number[] = []
  const string = createStringState()
  let records = 0
  let key: number[] = []
  let list = ''
  let isInRecord = false

  for await (const chunk of input) {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (open.length === 1 && string.inside && byte !== QUOTE && key.length <= IMPORT_LIMITS.keyBytes) {
        key.push(byte)
      }
      if (string.next(byte)) continue
      if (byte === QUOTE) {
        if (open.length === 1) key = []
      } else if (byte === COLON) {
        if (open.length === 1 && key.length > IMPORT_LIMITS.keyBytes) {
          throw invalid('', `a key must have at most ${IMPORT_LIMITS.keyBytes} bytes`)
        }
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (open.length === IMPORT_LIMITS.nesting) {
          throw invalid('', `must not be nested deeper than ${IMPORT_LIMITS.nesting} levels`)
        }
        if (byte === OPEN_LIST && open.length === 1) list = Buffer.from(key).toString()
        if (byte === OPEN_OBJECT && open.length === 2 && open[0] === OPEN_OBJECT && open[1] === OPEN_LIST) {
          frame.add(chunk.subarray(from, at))
          frame.add(PLACEHOLDER)
          isInRecord = true
          from = at
        }
        open.push(byte)
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        const opened = open.pop()
        if (opened !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST)) throw new Problem('malformed_json')
        if (!isInRecord || open.length !== 2) continue
        record.add(chunk.subarray(from, at + 1))
        from = at + 1
        isInRecord = false
        records += 1
        if (records > IMPORT_LIMITS.records) throw tooManyRecords()
        const index = counts.get(list) ?? 0
        counts.set(list, index + 1)
        yield { list, index, bytes: record.take() }
      }
    }
    ;(isInRecord ? record : frame).add(chunk.subarray(from))
    if (frame.length() > IMPORT_LIMITS.frameBytes) {
      throw invalid('', `must have at most ${IMPORT_LIMITS.frameBytes} bytes outside its records`)
    }
  }
  checkFrame(frame.take() ?? PLACEHOLDER, counts)
}

/** The records of JSON Lines, with the numbers of their lines; blank lines are skipped. @throws Problem `validation_error` */
export async function* scanLines(input: AsyncIterable<Buffer>): AsyncGenerator<RawRecord> {
  let records = 0
  for await (const { number, bytes } of splitLines(input, IMPORT_LIMITS.recordBytes)) {
    records += 1
    if (records > IMPORT_LIMITS.records) throw tooManyRecords()
    yield { list: 'lines', index: number, bytes }
  }
}

function tooManyRecords(): Problem {
  return invalid('', `must have at most ${IMPORT_LIMITS.records} records`)
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

function checkFrame(bytes: Buffer, counts: ReadonlyMap<string, number>): void {
  const parsed = parseJson(bytes)
  if (parsed === undefined) throw new Problem('malformed_json')
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    throw invalid('', 'must be an object with lists of records')
  }
  const lists = Object.entries(parsed.value)
  // A file of another program would be imported as nothing.
  if (!lists.some(([list]) => isList(list)))
    throw invalid('', `must have one of the lists ${Object.values(LINE_TYPES).join(', ')}`)
  const { version } = parsed.value as { version?: unknown }
  if (typeof version === 'number' && version > EXPORT_VERSION)
    throw invalid(
      'version',
      `must be at most ${EXPORT_VERSION}: a later version of this service wrote the file`,
    )
  for (const [list, value] of lists) {
    if (Array.isArray(value) ? value.length !== (counts.get(list) ?? 0) : isList(list))
      throw invalid(list, 'must hold objects only')
  }
  for (const list of counts.keys()) {
    if (!Array.isArray((parsed.value as Record<string, unknown>)[list])) throw new Problem('malformed_json')
  }
}

/** Whether a record has more objects and lists than one may: read as JSON, an empty one takes thirty times its bytes. */
export function hasTooManyParts(bytes: Buffer): boolean {
  if (bytes.length < IMPORT_LIMITS.recordParts) return false
  const string = createStringState()
  let parts = 0
  for (const byte of bytes) {
    if (!string.next(byte) && (byte === OPEN_OBJECT || byte === OPEN_LIST)) parts += 1
  }
  return parts > IMPORT_LIMITS.recordParts
}

/** Parses JSON in UTF-8; undefined if it is invalid. */
export function parseJson(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown }
  } catch {
    return undefined
  }
}

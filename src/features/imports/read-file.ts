import { createHash } from 'node:crypto'
import { detailsOf } from '../../platform/problem-details.ts'
import { Problem } from '../../platform/problems.ts'
import { parseJson, scanLines, scanLists, type RawRecord } from './scanner.ts'
import { LINE_TYPES, RECORDS, type RecordKind, type Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/** The uploaded file: an export, or JSON Lines. */
export type Source = Readonly<{ form: 'export' | 'lines'; stream: AsyncIterable<Buffer> }>

/** A digest of the file's bytes, and the records that are invalid by themselves. */
export type ReadResult = Readonly<{ fingerprint: string; rejections: Rejection[] }>

const MAX_BYTES = 1_024 * 1_048_576

/**
 * Reads a file into the spool and validates each record by itself.
 * @throws Problem `malformed_json`, `payload_too_large`, `validation_error` (the file as a whole)
 */
export async function readFile(spool: Spool, { form, stream }: Source): Promise<ReadResult> {
  const hash = createHash('sha256')
  const rejections: Rejection[] = []
  const measured = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new Problem('payload_too_large')
      hash.update(chunk)
      yield chunk
    }
  }
  const records = form === 'export' ? scanLists(measured()) : scanLines(measured())
  for await (const raw of records) {
    const at = `${raw.list}.${raw.index}`
    const parsed = parseRecord(raw, form)
    if ('kind' in parsed) await spool.add(parsed.kind, { at, value: parsed.value })
    else rejections.push(...parsed.problems.map((problem) => ({ record: at, ...problem })))
  }
  return { fingerprint: hash.digest('hex'), rejections }
}

type ParsedRecord =
  Readonly<{ kind: RecordKind; value: unknown }> | Readonly<{ problems: Omit<Rejection, 'record'>[] }>

function parseRecord({ list, bytes }: RawRecord, form: Source['form']): ParsedRecord {
  if (form === 'export' && !(list in RECORDS)) return { problems: [] }
  if (bytes === undefined) return { problems: [{ path: '', message: 'is larger than 1 MiB' }] }
  const parsed = parseJson(bytes)
  if (parsed === undefined) return { problems: [{ path: '', message: 'is not valid JSON' }] }
  const kind = form === 'export' ? (list as RecordKind) : kindOf(parsed.value)
  if (kind === undefined) {
    return { problems: [{ path: 'type', message: `must be one of ${Object.keys(LINE_TYPES).join(', ')}` }] }
  }
  const record = RECORDS[kind].safeParse(parsed.value, { reportInput: true })
  return record.success ? { kind, value: record.data } : { problems: detailsOf(record.error) }
}

/** The kind of a line's record, by default an idea. */
function kindOf(value: unknown): RecordKind | undefined {
  if (typeof value !== 'object' || value === null) return 'ideas'
  const { type = 'idea' } = value as { type?: unknown }
  return typeof type === 'string' && Object.hasOwn(LINE_TYPES, type) ? LINE_TYPES[type] : undefined
}

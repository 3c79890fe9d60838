import { createHash } from 'node:crypto'
import { createPause } from '../../platform/pause.ts'
import { detailsOf } from '../../platform/problem-details.ts'
import { Problem } from '../../platform/problems.ts'
import { createRejections, type Rejections } from './rejections.ts'
import { parseJson, scanLines, scanLists, type RawRecord } from './scanner.ts'
import { IMPORT_LIMITS, LINE_TYPES, RECORDS, type RecordKind, type Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/** The uploaded file: an export, or JSON Lines. */
export type Source = Readonly<{ form: 'export' | 'lines'; stream: AsyncIterable<Buffer> }>

/** The form of the file, a digest of its bytes, and the records that are invalid by themselves. */
export type ReadResult = Readonly<{ form: Source['form']; fingerprint: string; rejections: Rejections }>

/**
 * Reads a file into the spool and validates each record by itself.
 * @throws Problem `malformed_json`, `import_too_large`, `validation_error` (the file as a whole)
 */
export async function readFile(spool: Spool, { form, stream }: Source): Promise<ReadResult> {
  const hash = createHash('sha256')
  const rejections = createRejections()
  const pause = createPause()
  const measured = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > IMPORT_LIMITS.fileBytes) throw new Problem('import_too_large')
      hash.update(chunk)
      yield chunk
    }
  }
  const scan = form === 'export' ? scanLists : scanLines
  for await (const raw of scan(measured())) {
    await pause()
    const at = `${raw.list}.${raw.index}`
    const parsed = parseRecord(raw, form)
    if ('kind' in parsed) await spool.add(parsed.kind, { at, value: parsed.value })
    else for (const problem of parsed.problems) rejections.add({ record: at, ...problem })
  }
  return { form, fingerprint: hash.digest('hex'), rejections }
}

type ParsedRecord =
  Readonly<{ kind: RecordKind; value: unknown }> | Readonly<{ problems: Omit<Rejection, 'record'>[] }>

function parseRecord({ list, bytes }: RawRecord, form: Source['form']): ParsedRecord {
  if (form === 'export' && !Object.hasOwn(RECORDS, list)) return { problems: [] }
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

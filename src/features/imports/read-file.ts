import { createHash } from 'node:crypto'
import { arriving } from '../../platform/files/failures.ts'
import { createYield } from '../../platform/event-loop-yield.ts'
import { detailsOf } from '../../platform/problem-details.ts'
import { Problem } from '../../platform/problems.ts'
import { openArchive, type Archive } from './archive.ts'
import { createRejections, type Rejections } from './rejections.ts'
import { hasTooManyParts, parseJson, scanLines, scanLists, type RawRecord } from './scanner.ts'
import { IMPORT_LIMITS, isList, LINE_TYPES, RECORDS, type RecordKind, type Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/** The uploaded file: an export, an archive of one with its attachments, or JSON Lines. */
export type Source = Readonly<{ form: 'export' | 'archive' | 'lines'; stream: AsyncIterable<Buffer> }>

/** The form of the file, a digest of its bytes, and the records that are invalid by themselves. */
export type ReadResult = Readonly<{
  form: 'export' | 'lines'
  fingerprint: string
  rejections: Rejections
  /** Open until the import has ended. */
  archive?: Archive
}>

/**
 * Reads a file into the spool and validates each record by itself.
 * @throws Problem `malformed_json`, `import_too_large`, `validation_error` (the file as a whole)
 */
export async function readFile(
  spool: Spool,
  { form, stream }: Source,
  mostBytes: number,
): Promise<ReadResult> {
  if (form !== 'archive') return readRecords(spool, form, measured(stream, IMPORT_LIMITS.fileBytes))
  const upload = measured(stream, mostBytes)
  const archive = await openArchive(await spool.keep(upload.pieces))
  try {
    const json = measured(archive.json(), IMPORT_LIMITS.fileBytes)
    const { rejections } = await readRecords(spool, 'export', json)
    return { form: 'export', rejections, fingerprint: upload.digest(), archive }
  } catch (error) {
    archive.close()
    throw error
  }
}

async function readRecords(
  spool: Spool,
  form: ReadResult['form'],
  { pieces, digest }: Measured,
): Promise<ReadResult> {
  const rejections = createRejections()
  const yieldIfDue = createYield()
  const scan = form === 'export' ? scanLists : scanLines
  for await (const raw of scan(pieces)) {
    await yieldIfDue()
    const at = `${raw.list}.${raw.index}`
    const parsed = parseRecord(raw, form)
    if ('kind' in parsed) await spool.add(parsed.kind, { at, value: parsed.value })
    else for (const problem of parsed.problems) rejections.add({ record: at, ...problem })
  }
  return { form, fingerprint: digest(), rejections }
}

type Measured = Readonly<{ pieces: AsyncIterable<Buffer>; digest: () => string }>

/** The bytes of a stream up to a limit, and their digest when all are read. @throws Problem `import_too_large`, `client_left` when it breaks off */
function measured(stream: AsyncIterable<Buffer>, most: number): Measured {
  const hash = createHash('sha256')
  const pieces = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of arriving(stream)) {
      bytes += chunk.length
      if (bytes > most) throw new Problem('import_too_large', { max_bytes: most })
      hash.update(chunk)
      yield chunk
    }
  }
  return { pieces: pieces(), digest: () => hash.digest('hex') }
}

type ParsedRecord =
  Readonly<{ kind: RecordKind; value: unknown }> | Readonly<{ problems: Omit<Rejection, 'record'>[] }>

function parseRecord({ list, bytes }: RawRecord, form: Source['form']): ParsedRecord {
  if (form === 'export' && !isList(list)) return { problems: [] }
  if (bytes === undefined) return { problems: [{ path: '', message: 'is larger than 1 MiB' }] }
  if (hasTooManyParts(bytes))
    return {
      problems: [{ path: '', message: `must have at most ${IMPORT_LIMITS.recordParts} objects and lists` }],
    }
  const parsed = parseJson(bytes)
  if (parsed === undefined) return { problems: [{ path: '', message: 'is not valid JSON' }] }
  // Judged without the schema, whose errors take kilobytes each.
  if (typeof parsed.value !== 'object' || parsed.value === null)
    return { problems: [{ path: '', message: 'must be an object' }] }
  const kind = form === 'export' ? exportedKind(list as RecordKind, parsed.value) : kindOf(parsed.value)
  if (kind === undefined) {
    return { problems: [{ path: 'type', message: `must be one of ${Object.keys(LINE_TYPES).join(', ')}` }] }
  }
  const record = RECORDS[kind].safeParse(parsed.value, { reportInput: true })
  return record.success ? { kind, value: record.data } : { problems: detailsOf(record.error) }
}

/** A link that an upload made is of a kind of its own. */
function exportedKind(list: RecordKind, value: object): RecordKind {
  const isUpload = list === 'links' && 'attachment_id' in value
  return isUpload ? 'attachments' : list
}

/** The kind of a line's record, by default an idea. */
function kindOf(value: object): RecordKind | undefined {
  const { type = 'idea' } = value as { type?: unknown }
  return typeof type === 'string' && Object.hasOwn(LINE_TYPES, type) ? LINE_TYPES[type] : undefined
}

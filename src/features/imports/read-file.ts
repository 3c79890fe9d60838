import { createHash } from 'node:crypto'
import { detailsOf } from '../details.ts'
import { Problem } from '../problems.ts'
import { parseJson, scanLines, scanLists, type RawRecord } from './scanner.ts'
import {
  LINE_TYPES,
  RECORDS,
  type ImportedDuplicate,
  type ImportedIdea,
  type ImportedLink,
  type ImportedRelation,
  type ImportedTag,
  type RecordKind,
  type Rejection,
} from './schema.ts'
import type { Spool } from './spool.ts'

/** What each list of the spool holds: good records with the places at which they stand in the file. */
export type Spooled = {
  ideas: Placed<ImportedIdea>
  tags: Placed<ImportedTag>
  relations: Placed<ImportedRelation>
  links: Placed<ImportedLink>
  duplicates: Placed<ImportedDuplicate>
}
export type Placed<T> = Readonly<{ at: string; value: T }>

/** What came in: an export file, or JSON Lines. */
export type Source = Readonly<{ form: 'export' | 'lines'; stream: AsyncIterable<Buffer> }>

/** What was read: a digest of the bytes, and the records that are bad in themselves. */
export type Reading = Readonly<{ fingerprint: string; rejections: Rejection[] }>

const MAX_BYTES = 1_024 * 1_048_576

/**
 * Reads a file into the spool, each record judged for itself.
 * @throws Problem `malformed_json`, `payload_too_large`, `validation_error` (the file as a whole)
 */
export async function readFile(spool: Spool, { form, stream }: Source): Promise<Reading> {
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
    const judged = judge(raw, form)
    if ('kind' in judged) await spool.add(judged.kind, { at, value: judged.value })
    else rejections.push(...judged.problems.map((problem) => ({ record: at, ...problem })))
  }
  return { fingerprint: hash.digest('hex'), rejections }
}

type Judged =
  Readonly<{ kind: RecordKind; value: unknown }> | Readonly<{ problems: Omit<Rejection, 'record'>[] }>

function judge({ list, bytes }: RawRecord, form: Source['form']): Judged {
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

/** What a line says that it is; without saying so it is an idea. */
function kindOf(value: unknown): RecordKind | undefined {
  if (typeof value !== 'object' || value === null) return 'ideas'
  const { type = 'idea' } = value as { type?: unknown }
  return typeof type === 'string' && Object.hasOwn(LINE_TYPES, type) ? LINE_TYPES[type] : undefined
}

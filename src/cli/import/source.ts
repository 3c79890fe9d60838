import { Readable } from 'node:stream'

/** One thing wrong in a file: shown as `file:line: message`. */
export type Mistake = Readonly<{ file: string; line: number; message: string }>

/** Where a record comes from; `lineOf` knows the line of each of its fields. */
export type Located = Readonly<{
  record: Readonly<Record<string, unknown>>
  file: string
  lineOf: (field: string) => number
}>

/** What is sent to the service, and how its complaints lead back to lines of files. */
export type ImportSource = Readonly<{
  type: 'application/json' | 'application/x-ndjson'
  bytes: number
  open: () => Readable
  /** The place of what the service names by a path such as `lines.3.title`, or by the number of a record. */
  locate: (
    path: string,
    record: number | undefined,
  ) => Readonly<{ file: string; line: number; field: string }>
  /** What was found without the service; these records are not sent. */
  mistakes: readonly Mistake[]
  warnings: readonly Mistake[]
}>

/** Records as JSON Lines, held in memory. */
export function linesSource(
  records: readonly Located[],
  mistakes: readonly Mistake[],
  warnings: readonly Mistake[],
): ImportSource {
  const content = Buffer.from(records.map(({ record }) => `${JSON.stringify(record)}\n`).join(''))
  return {
    type: 'application/x-ndjson',
    bytes: content.length,
    open: () => Readable.from(chunks(content)),
    locate(path, record) {
      const { line, field } = lineAndField(path, record)
      const found = records[line - 1]
      return { file: found?.file ?? '', line: found?.lineOf(field.split('.')[0] ?? '') ?? line, field }
    },
    mistakes,
    warnings,
  }
}

/** The number in `lines.3.title`, or else that of the record, and what is left of the path. */
export function lineAndField(
  path: string,
  record: number | undefined,
): Readonly<{ line: number; field: string }> {
  const found = /^lines\.(?<line>\d+)(?:\.(?<field>.*))?$/.exec(path)?.groups
  if (found === undefined) return { line: record ?? 1, field: path }
  return { line: Number(found['line']), field: found['field'] ?? '' }
}

const CHUNK_BYTES = 64 * 1024

function* chunks(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES)
}

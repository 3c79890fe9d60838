import { Readable } from 'node:stream'

/** A mistake in a file, printed as `file:line: message`. */
export type Mistake = Readonly<{ file: string; line: number; message: string }>

/** A record with its location; `lineOf` returns the line of a field. */
export type Located = Readonly<{
  record: Readonly<Record<string, unknown>>
  file: string
  lineOf: (field: string) => number
}>

/** Where a path leads: a file, a line in it, and the field of the record there. */
export type Place = Readonly<{ file: string; line: number; field: string }>

/** An upload, and the mapping of the service's error messages to lines of files. */
export type ImportSource = Readonly<{
  type: 'application/json' | 'application/x-ndjson' | 'application/zip'
  bytes: number
  open: () => Readable
  /** The locations of paths in a response, such as `lines.3.title`. */
  locate: (paths: readonly string[]) => Place[]
  /** The first JSON syntax error of a file that is uploaded unchanged; computed only after the service rejected it. */
  broken: () => Mistake | undefined
  /** Mistakes found before the upload; these records are not sent. */
  mistakes: readonly Mistake[]
  warnings: readonly Mistake[]
}>

/** An upload of records as JSON Lines, held in memory. */
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
    locate: (paths) =>
      paths.map((path) => {
        const { line, field } = lineAndField(path)
        const found = records[line - 1]
        return { file: found?.file ?? '', line: found?.lineOf(field.split('.')[0] ?? '') ?? line, field }
      }),
    broken: () => undefined,
    mistakes,
    warnings,
  }
}

/** Splits `lines.3.title` into line number and field. */
export function lineAndField(path: string): Readonly<{ line: number; field: string }> {
  const found = /^lines\.(?<line>\d+)(?:\.(?<field>.*))?$/.exec(path)?.groups
  return found === undefined
    ? { line: 1, field: path }
    : { line: Number(found['line']), field: found['field'] ?? '' }
}

const CHUNK_BYTES = 64 * 1024

function* chunks(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES)
}

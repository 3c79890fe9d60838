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
  /** The place of what the service names by a path such as `lines.3.title`. */
  locate: (path: string) => Readonly<{ file: string; line: number; field: string }>
  /** Where a file that goes to the service as it is stops being JSON; looked for only when it refuses the file. */
  broken: () => Mistake | undefined
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
    locate(path) {
      const { line, field } = lineAndField(path)
      const found = records[line - 1]
      return { file: found?.file ?? '', line: found?.lineOf(field.split('.')[0] ?? '') ?? line, field }
    },
    broken: () => undefined,
    mistakes,
    warnings,
  }
}

/** The number in `lines.3.title`, and what is left of the path. */
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

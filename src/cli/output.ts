import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { environment } from './environment.ts'

/** A column of a table. */
export type Column<Row> = Readonly<{
  name: string
  value: (row: Row) => string | number
  /** Whether the column is truncated on a narrow terminal. */
  shrinks?: boolean
}>

/** Prints JSON: indented on a terminal, otherwise on one line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, process.stdout.isTTY ? 2 : undefined)}\n`)
}

/** Prints a message to standard error, so that it does not mix with data. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`)
}

/** Styles text for standard output if that is a terminal with colours. */
export function styled(style: Parameters<typeof styleText>[0], value: string): string {
  const colours = process.stdout.isTTY && !environment.wantsNoColour()
  return colours ? styleText(style, value, { validateStream: false }) : value
}

/** Replaces terminal control characters; keeps line breaks only with `lines`. */
export function plain(value: string, { lines = false } = {}): string {
  const text = lines ? value.replaceAll('\r\n', '\n') : value.replaceAll(/\s+/gu, ' ')
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

// Swedish writes dates as ISO 8601 does.
const MINUTES = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** Formats a timestamp in local time, to the minute. */
export function shortTime(iso: string): string {
  return MINUTES.format(new Date(iso))
}

/** Prints rows in aligned columns, no wider than the terminal; without rows prints the message `none`, if given. */
export function printColumns<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  none?: string,
): void {
  if (rows.length === 0 && none !== undefined) return say(none)
  const cells = rows.map((row) => columns.map(({ value }) => plain(String(value(row)))))
  const widths = columns.map(({ name }, at) =>
    Math.max(stringWidth(name), ...cells.map((line) => stringWidth(line[at] ?? ''))),
  )
  fit(widths, columns)
  const names = columns.map(({ name }) => name)
  process.stdout.write(`${styled('bold', alignedLine(names, widths))}\n`)
  for (const line of cells) process.stdout.write(`${alignedLine(line, widths)}\n`)
}

/** Joins cells, each padded or truncated to the width of its column. */
function alignedLine(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, at) => {
      const width = widths[at] ?? 0
      const shown = shortened(cell, width)
      return shown + ' '.repeat(Math.max(0, width - stringWidth(shown)))
    })
    .join('  ')
    .trimEnd()
}

const LEAST_WIDTH = 12

function fit(widths: number[], columns: readonly Column<never>[]): void {
  const screen = process.stdout.isTTY ? process.stdout.columns : 0
  let excess = widths.reduce((sum, width) => sum + width + 2, -2) - screen
  if (screen === 0) return
  for (const [at, { shrinks }] of columns.entries()) {
    const width = widths[at] ?? 0
    if (shrinks !== true || excess <= 0 || width <= LEAST_WIDTH) continue
    const narrower = Math.max(LEAST_WIDTH, width - excess)
    excess -= width - narrower
    widths[at] = narrower
  }
}

function shortened(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

type Fields = Readonly<Record<string, unknown>>

/** Prints one object: as JSON, or one line per field. */
export function printRecord(record: Fields, json: boolean | undefined): void {
  if (json) return printJson(record)
  const width = Math.max(...Object.keys(record).map((name) => name.length))
  for (const [name, value] of Object.entries(record)) {
    process.stdout.write(`${name.padEnd(width)}  ${plain(String(value))}\n`)
  }
}

/** Prints objects of one shape: as a JSON array, or in columns. */
export function printTable(rows: readonly Fields[], json: boolean | undefined): void {
  if (json) return printJson(rows)
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map((name) => ({
    name: name.toUpperCase(),
    value: (row: Fields) => String(row[name]),
  }))
  printColumns(rows, columns, 'none')
}

import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { environment } from './environment.ts'

/** A column of a table for people. */
export type Column<Row> = Readonly<{
  name: string
  value: (row: Row) => string | number
  /** The column that gives way when a terminal is too narrow. */
  shrinks?: boolean
}>

/** What the commands for programs print: exactly what the API answered. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, process.stdout.isTTY ? 2 : undefined)}\n`)
}

/** A message for people; it never mixes with data. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`)
}

/** What was made: a sentence on a terminal; for a program the id alone, and the sentence beside it. */
export function printMade(id: number, sentence: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${sentence}\n`)
  else {
    process.stdout.write(`${id}\n`)
    say(sentence)
  }
}

/** Text on standard output in a style, where that is a terminal which wants colours. */
export function styled(style: Parameters<typeof styleText>[0], value: string): string {
  const colours = process.stdout.isTTY && !environment.wantsNoColour()
  return colours ? styleText(style, value, { validateStream: false }) : value
}

/** A text that cannot steer the terminal; with line breaks only where `lines` says so. */
export function plain(value: string, { lines = false } = {}): string {
  const text = lines ? value.replaceAll('\r\n', '\n') : value.replaceAll(/\s+/gu, ' ')
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** A moment in local time, to the minute. */
export function shortTime(iso: string): string {
  const at = new Date(iso)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${clockTime(at)}`
}

/** The time of day in local time, to the minute. */
export function clockTime(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}

/** Prints rows in columns that are aligned on any screen; on a terminal no line is longer than it is wide. */
export function printColumns<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const cells = rows.map((row) => columns.map(({ value }) => plain(String(value(row)))))
  const widths = columns.map(({ name }, at) =>
    Math.max(stringWidth(name), ...cells.map((line) => stringWidth(line[at] ?? ''))),
  )
  fit(widths, columns)
  const head = alignedLine(
    columns.map(({ name }) => name),
    widths,
  )
  process.stdout.write(`${styled('bold', head)}\n`)
  for (const line of cells) process.stdout.write(`${alignedLine(line, widths)}\n`)
}

/** Cells side by side, each as wide as its column. */
export function alignedLine(cells: readonly string[], widths: readonly number[]): string {
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

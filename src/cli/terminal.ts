import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../config.ts'
import { printColumns } from './output.ts'

/** Prints one object: JSON on one line for programs, a line for each field for people. */
export function printRecord(record: Readonly<Record<string, unknown>>, json: boolean | undefined): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(record)}\n`)
    return
  }
  const width = Math.max(...Object.keys(record).map((name) => name.length))
  for (const [name, value] of Object.entries(record)) {
    process.stdout.write(`${name.padEnd(width)}  ${String(value)}\n`)
  }
}

/** Prints objects of one shape: a JSON array for programs, columns for people. */
export function printTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  json: boolean | undefined,
): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(rows)}\n`)
    return
  }
  const [first] = rows
  if (first === undefined) {
    process.stderr.write('none\n')
    return
  }
  const names = Object.keys(first)
  printColumns(
    rows,
    names.map((name) => ({ name: name.toUpperCase(), value: (row) => String(row[name]) })),
  )
}

/** Asks before something is destroyed. @throws OperatorError when the answer is no, or nobody is there to ask */
export async function confirm(question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new OperatorError('this destroys data: say --yes where nobody can be asked')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new OperatorError('nothing was changed')
}

/** The next line of standard input. @throws OperatorError when there is none */
export async function readPassword(): Promise<string> {
  let read = ''
  for await (const chunk of inputChunks()) {
    read += chunk
    const end = read.indexOf('\n')
    if (end < 0) continue
    giveBack(read.slice(end + 1))
    return read.slice(0, end).replace(/\r$/, '')
  }
  if (read !== '') return read
  throw new OperatorError('--password-stdin: standard input is empty')
}

/** What comes on standard input. It stays open for whoever reads on, and keeps the process alive only while it is read. */
export async function* inputChunks(): AsyncGenerator<string> {
  const { stdin } = process
  // A file has neither.
  stdin.ref?.()
  try {
    yield* stdin.setEncoding('utf8').iterator({ destroyOnReturn: false }) as AsyncIterable<string>
  } finally {
    stdin.pause()
    stdin.unref?.()
  }
}

/** Puts back what was read and is for the next reader. */
export function giveBack(text: string): void {
  if (text !== '') process.stdin.unshift(text)
}

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { OperatorError } from '../platform/operator-error.ts'
import { CliError, EXIT } from './errors.ts'

/**
 * Asks for confirmation.
 * @throws OperatorError when the answer is no, or standard input is not a terminal; CliError on Ctrl-C and Ctrl-D
 */
export async function confirm(question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return
  // Ids that were typed are ended by the end of the input, after which nobody can answer.
  if (!process.stdin.isTTY || process.stdin.readableEnded)
    throw new OperatorError('nobody can be asked here: say --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `).catch(() => undefined)
  terminal.close()
  if (answer === undefined) {
    process.stderr.write('\n')
    throw interrupted()
  }
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new OperatorError('nothing was changed')
}

function interrupted(): CliError {
  return new CliError('interrupted', EXIT.interrupted)
}

/** A required secret: the option that reads it from standard input, and the prompt on a terminal. */
type Wanted = Readonly<{ option: string; given: boolean | undefined; what: string; question: string }>

/** Reads a secret from standard input, or prompts for it on a terminal. @throws CliError when neither is possible */
export async function secretFrom({ option, given, what, question }: Wanted): Promise<string> {
  if (given) {
    const secret = await readLine()
    if (secret === undefined) throw new CliError(`${option}: standard input is empty`, EXIT.usage)
    return secret
  }
  if (process.stdin.isTTY) return askSecret(question)
  throw new CliError(`nobody can be asked here: give ${what} on standard input, with ${option}`, EXIT.usage)
}

/** @throws CliError on Ctrl-C and Ctrl-D */
async function askSecret(question: string): Promise<string> {
  const typed = readLine(() => process.stderr.write(question))
  const secret = await typed.finally(() => process.stderr.write('\n'))
  if (secret === undefined) throw interrupted()
  return secret
}

/** One reader per input stream, because tests replace standard input. */
const readers = new WeakMap<NodeJS.ReadableStream, AsyncIterator<string>>()

/**
 * Reads the next line of standard input without echo; undefined at the end of the input. Further input is buffered for the
 * next call, and the process is kept alive only while a line is awaited.
 */
export async function readLine(whenSilent?: () => void): Promise<string | undefined> {
  const { stdin } = process
  const lines = readers.get(stdin) ?? linesOf(stdin)
  readers.set(stdin, lines)
  if (stdin.isTTY) stdin.setRawMode(true)
  stdin.resume()
  whenSilent?.()
  try {
    const { done, value } = await lines.next()
    return done ? undefined : value
  } finally {
    stdin.pause()
    if (stdin.isTTY) stdin.setRawMode(false)
  }
}

function linesOf(input: typeof process.stdin): AsyncIterator<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output, terminal: input.isTTY, historySize: 0 })
  return reader[Symbol.asyncIterator]()
}

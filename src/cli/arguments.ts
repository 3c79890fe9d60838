import { text } from 'node:stream/consumers'
import { InvalidArgumentError, Option } from 'commander'
import { CliError, EXIT } from './errors.ts'

/** Options that many commands share. */
export type Json = Readonly<{ json?: boolean }>

/** `--json`, for programs. */
export const jsonOption = (): Option => new Option('--json', 'print what the API answered, for programs')

/** The id of an idea, tag or relation on the command line. */
export function idArgument(value: string): number {
  const id = Number(value)
  if (!/^\d{1,16}$/.test(value) || id < 1 || !Number.isSafeInteger(id)) {
    throw new InvalidArgumentError(`"${value}" is no id.`)
  }
  return id
}

/** Several ids, one after another. */
export function idArguments(value: string, previous: readonly number[] = []): number[] {
  return [...previous, idArgument(value)]
}

/** An option that may be given several times. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value]
}

/** A whole number that is not negative. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}

/** The ids of the command line; those of standard input for `-`, or when there are none and it is no terminal. */
export async function idsOrInput(words: readonly string[]): Promise<number[]> {
  const fromInput = words.includes('-') || (words.length === 0 && !process.stdin.isTTY)
  const read = fromInput ? (await text(process.stdin)).split(/[\s,]+/).filter((word) => word !== '') : []
  const all = [...words.filter((word) => word !== '-'), ...read]
  if (all.length === 0)
    throw new CliError('no ids: name ideas, or give their ids on standard input', EXIT.usage)
  return [...new Set(all.map(idOrUsage))]
}

function idOrUsage(word: string): number {
  try {
    return idArgument(word)
  } catch {
    throw new CliError(`"${word}" is no id of an idea`, EXIT.usage)
  }
}

/** Examples under the help of a command. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}

/** Whether the password of the account comes on standard input. */
export type Password = Readonly<{ passwordStdin?: boolean }>

/** `--password-stdin`, of commands that take the password of the account. */
export function passwordOption(): Option {
  return new Option('--password-stdin', 'read the password of the account from standard input')
}

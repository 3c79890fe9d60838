import { text } from 'node:stream/consumers'
import { InvalidArgumentError } from 'commander'
import { CliError, EXIT } from './errors.ts'

/** The id of an idea, tag or relation on the command line. */
export function idArgument(value: string): number {
  const id = Number(value)
  if (!/^\d{1,16}$/.test(value) || id < 1 || !Number.isSafeInteger(id)) {
    throw new InvalidArgumentError(`"${value}" is no id.`)
  }
  return id
}

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value]
}

/** A non-negative whole number. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}

/** The ids on the command line, or on standard input for `-` and if there are none and it is not a terminal. */
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

/** A number with a noun in singular or plural. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

import { CliError, EXIT } from './errors.ts'
import { giveBack, inputChunks, readPassword } from './terminal.ts'

/** A secret that is needed: the option by which standard input holds it, and what a person is asked. */
type Wanted = Readonly<{ option: string; given: boolean | undefined; what: string; question: string }>

/** Reads a secret from standard input, or asks for it. @throws CliError when it is on neither */
export async function secretFrom({ option, given, what, question }: Wanted): Promise<string> {
  if (given) {
    return readPassword().catch(() => {
      throw new CliError(`${option}: standard input is empty`, EXIT.usage)
    })
  }
  if (process.stdin.isTTY) return askSecret(question)
  throw new CliError(`nobody can be asked here: give ${what} on standard input, with ${option}`, EXIT.usage)
}

/** Asks for a secret on the terminal, without an echo. @throws CliError on Ctrl-C or Ctrl-D */
async function askSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  // Raw before the question: what is typed early must not show either.
  stdin.setRawMode(true)
  stderr.write(prompt)
  let typed = ''
  try {
    for await (const chunk of inputChunks()) {
      for (const [at, key] of [...chunk].entries()) {
        if (key === '\r' || key === '\n') {
          giveBack([...chunk].slice(at + 1).join(''))
          return typed
        }
        if (key === '\u0003' || key === '\u0004') throw new CliError('interrupted', EXIT.interrupted)
        if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1)
        else if (key === '\u0015') typed = ''
        else typed += key
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stderr.write('\n')
  }
}

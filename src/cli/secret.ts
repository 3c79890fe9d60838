import { CliError, EXIT } from './errors.ts'

/** Asks for a secret on the terminal, without an echo. @throws CliError on Ctrl-C or Ctrl-D */
export async function askSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  // Raw before the question: what is typed early must not show either.
  stdin.setRawMode(true)
  stderr.write(prompt)
  let typed = ''
  try {
    for await (const chunk of stdin.setEncoding('utf8')) {
      for (const key of chunk as string) {
        if (key === '\r' || key === '\n') return typed
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

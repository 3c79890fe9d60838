import { spawn } from 'node:child_process'
import { testEnvironment } from '../support/service.ts'
import { PROGRAM } from './run-cli.ts'

/** What a person saw, and how it ended. */
export type Seen = Readonly<{ code: number | null; screen: string }>

/** What a person types when the screen shows something for the first time, perhaps after something else; '' is shown at once. */
export type Answers = readonly (readonly [sees: string, types: string | (() => Promise<string>)])[]

/** Runs `ideas …` on a terminal of 100 columns, made by `script` of util-linux. */
export async function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { answers = [], cwd, redirect = '' }: { answers?: Answers; cwd?: string; redirect?: string } = {},
): Promise<Seen> {
  const words = [process.execPath, PROGRAM, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  const child = spawn('script', ['-qec', `stty cols 100; exec ${words.join(' ')} ${redirect}`, '/dev/null'], {
    env: { ...process.env, ...testEnvironment(), TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const open = [...answers]
  let screen = ''
  let seenTo = 0
  const answer = (): void => {
    const [next] = open
    const at = next === undefined ? -1 : screen.indexOf(next[0], seenTo)
    if (next === undefined || at < 0) return
    seenTo = at + next[0].length
    open.shift()
    const type = async (): Promise<unknown> =>
      child.stdin.write(typeof next[1] === 'string' ? next[1] : await next[1]())
    type().catch(() => child.kill())
  }
  answer()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    answer()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  child.stdin.destroy()
  if (open.length > 0) throw new Error(`"${open[0]?.[0]}" never came:\n${screen}`)
  return { code, screen: screen.replaceAll('\r\n', '\n') }
}

import { spawn } from 'node:child_process'
import path from 'node:path'

/** How a program is run; `output`: the file that what it says goes to, in the place of the terminal. */
export type ProgramOptions = Readonly<{
  signal: AbortSignal
  env?: Readonly<Record<string, string>>
  output?: number
}>

/** Where the programs of the development dependencies are. */
export const modules = path.resolve(import.meta.dirname, '../../node_modules')

const endWithinMs = 60_000

/**
 * Runs a program to its end, in a process group of its own, so that a wish to stop reaches it and what it has started
 * exactly once, wherever it comes from. Mocha then still runs the `after` hooks: see run-reporter.ts.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { signal, env = {}, output }: ProgramOptions,
): Promise<number | null> {
  if (signal.aborted) return null
  const PATH = [path.join(modules, '.bin'), process.env['PATH']].join(path.delimiter)
  const child = spawn(command, args, {
    detached: true,
    stdio: ['inherit', output ?? 'inherit', output ?? 'inherit'],
    env: { ...process.env, PATH, ...env },
  })
  const { pid } = child
  let force: NodeJS.Timeout | undefined
  const interrupt = () => {
    if (pid === undefined) return
    process.kill(-pid, 'SIGINT')
    force = setTimeout(() => process.kill(-pid, 'SIGKILL'), endWithinMs)
  }
  signal.addEventListener('abort', interrupt)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve)
  })
  signal.removeEventListener('abort', interrupt)
  clearTimeout(force)
  return code
}

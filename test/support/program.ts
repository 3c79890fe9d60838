import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import path from 'node:path'

/** The options of a program; its output goes to the terminal unless `stdio` is set. */
export type ProgramOptions = Readonly<{
  signal: AbortSignal
  env?: Readonly<Record<string, string>>
  stdio?: StdioOptions
}>

/** A running program, and its exit code; null if it was ended by a signal. */
export type Program = Readonly<{ child: ChildProcess; ended: Promise<number | null> }>

/** The folder of the programs of development dependencies. */
export const modules = path.resolve(import.meta.dirname, '../../node_modules')

const endWithinMs = 60_000

/**
 * Starts a program in its own process group, so that a stop signal reaches it and its children exactly once. Mocha then still
 * runs the `after` hooks: see run-reporter.ts.
 */
export function startProgram(
  command: string,
  args: readonly string[],
  { signal, env = {}, stdio = 'inherit' }: ProgramOptions,
): Program {
  const PATH = [path.join(modules, '.bin'), process.env['PATH']].join(path.delimiter)
  const child = spawn(command, args, { detached: true, stdio, env: { ...process.env, PATH, ...env } })
  const { pid } = child
  let force: NodeJS.Timeout | undefined
  const interrupt = () => {
    if (pid === undefined) return
    process.kill(-pid, 'SIGINT')
    force = setTimeout(() => process.kill(-pid, 'SIGKILL'), endWithinMs)
  }
  signal.addEventListener('abort', interrupt)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve)
  }).finally(() => {
    signal.removeEventListener('abort', interrupt)
    clearTimeout(force)
  })
  return { child, ended }
}

/** Runs a program and returns its exit code; does not start it after the stop signal. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<number | null> {
  return options.signal.aborted ? null : startProgram(command, args, options).ended
}

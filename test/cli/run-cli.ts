import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { testEnvironment } from '../support/service.ts'

const PROGRAM = path.join(import.meta.dirname, '../../src/cli/ideas.ts')

/** What a run of the program left. */
export type Run = Readonly<{ code: number | null; stdout: string; stderr: string }>

/** Runs `ideas …` as its own process on the throw-away servers; `input` is its standard input. */
export async function ideas(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...testEnvironment(), ...env },
  })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, stdout, stderr }
}

let made = 0

/** An e-mail address that nobody has. */
export function freshEmail(): string {
  made += 1
  return `Cli-${process.pid}-${Date.now()}-${made}@example.org`
}

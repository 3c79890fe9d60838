import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs examples/load.ts as a process of its own, as `npm run examples` does, with these variables and no other IDEAS_*. */
export async function runLoader(args: readonly string[], env: Readonly<Record<string, string>>) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('IDEAS_'))
  const options = { cwd: root, env: { ...Object.fromEntries(inherited), ...env } }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, ['examples/load.ts', ...args], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, stdout, stderr })
    })
  })
}

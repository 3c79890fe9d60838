import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { testEnvironment } from './service.ts'

/** A service in a separate process. */
export type ServiceProcess = Readonly<{
  url: string
  pid: number
  /** Resolves with its exit code; null if it was ended by a signal. */
  exitCode: Promise<number | null>
  stop(): Promise<void>
  /** Kills it by SIGKILL, like a crash. */
  kill(): Promise<void>
}>

const PACKAGE = path.join(import.meta.dirname, '../../package.json')
/** The Node options of `npm start`. */
const NODE_OPTIONS = startScript().filter((word) => word.startsWith('--'))
const SERVER = path.join(import.meta.dirname, '../../src/app/server.ts')
const WORKER = path.join(import.meta.dirname, '../../src/app/worker.ts')

/** Starts `src/app/server.ts` on the test servers and waits until it serves. */
export async function startServiceProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const { said, ...running } = await startProgram(SERVER, env, 'serving')
  return { url: said['url'] ?? '', ...running }
}

/** Starts `src/app/worker.ts` and waits until it works. */
export async function startWorkerProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<Omit<ServiceProcess, 'url'>> {
  return startProgram(WORKER, env, 'working')
}

/** Starts a program and waits until it logs a message; `said` is that line of the log. */
async function startProgram(program: string, env: Readonly<Record<string, string>>, message: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-test-'))
  const child = spawn(process.execPath, [...NODE_OPTIONS, program], {
    env: { ...process.env, ...testEnvironment(), LOG_LEVEL: 'info', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exitCode = once(child, 'exit').then(([code]) => code as number | null)
  const said = await lineOf(child.stdout, message)
  child.stdout.resume()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exitCode
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    said,
    pid: child.pid ?? 0,
    exitCode,
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
  }
}

async function lineOf(output: NodeJS.ReadableStream, message: string): Promise<Record<string, string>> {
  for await (const line of createInterface({ input: output })) {
    const said = JSON.parse(line) as Record<string, string>
    if (said['msg'] === message) return said
  }
  throw new Error(`the process ended before it was ${message}`)
}

function startScript(): string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityOf } from '../../src/local/process-identity.ts'

const root = path.resolve(import.meta.dirname, '../..')
const bootstrap = path.resolve(import.meta.dirname, '../../src/local/bootstrap.mjs')
const start = path.resolve(import.meta.dirname, '../../src/local/start.ts')
const waitMs = 240_000

/** `npm start` as a process: what it printed so far, and its end. */
export type Started = Readonly<{
  pid: number
  output: () => string
  errors: () => string
  /** Waits for a text on the standard output; fails when the process ends without it. */
  says: (text: string) => Promise<void>
  ended: Promise<number | NodeJS.Signals>
  kill: (signal: NodeJS.Signals) => void
}>

/** Runs what `npm start` runs, on any free port and with only these settings of the service in its environment. */
export function npmStart(dataDir: string, env: Readonly<Record<string, string>> = {}): Started {
  return started([process.execPath, bootstrap, start], dataDir, env)
}

/** Runs a script of the package by npm itself, as people and their process managers do. */
export function npmRun(
  script: 'start' | 'dev',
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Started {
  return started(['npm', 'run', script], dataDir, env)
}

function started(
  command: [string, ...string[]],
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Started {
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: root,
    env: { ...outsideEnvironment(), PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  let running = true
  void ended.then(() => (running = false))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    async says(text) {
      for (const deadline = Date.now() + waitMs; !output.includes(text); await sleep(50)) {
        if (!running || Date.now() > deadline) throw new Error(`it never said "${text}":\n${output}${errors}`)
      }
    },
    ended,
    kill: (signal) => child.kill(signal),
  }
}

function outsideEnvironment(): Record<string, string | undefined> {
  const { TEST_RESULTS_FILE: _results, ...environment } = process.env
  return environment
}

/** The servers and the embedding model of this test run, as an operator would give them to the service. */
export function givenServers(): Record<string, string> {
  const {
    TEST_NEO4J_URI = '',
    TEST_NEO4J_USER = '',
    TEST_NEO4J_PASSWORD = '',
    TEST_REDIS_URL = '',
    TEST_MODEL_DIR = '',
  } = process.env
  return {
    NEO4J_URI: TEST_NEO4J_URI,
    NEO4J_USER: TEST_NEO4J_USER,
    NEO4J_PASSWORD: TEST_NEO4J_PASSWORD,
    REDIS_URL: TEST_REDIS_URL,
    EMBEDDINGS_DIR: TEST_MODEL_DIR,
  }
}

/** Temporary folders that are removed together. */
export function temporaryFolders() {
  const folders: string[] = []
  return {
    make(): string {
      const folder = mkdtempSync(path.join(tmpdir(), 'ideas-start-test-'))
      folders.push(folder)
      return folder
    },
    remove: () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })),
  }
}

/** A PATH on which everything of this machine's is, but for some programs. */
export function pathWithout(folder: string, missing: readonly string[]): string {
  const programs = path.join(folder, 'bin')
  mkdirSync(programs)
  const seen = new Set(missing)
  for (const from of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const name of listed(from)) {
      if (!seen.has(name)) symlinkSync(path.join(from, name), path.join(programs, name))
      seen.add(name)
    }
  }
  return programs
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether a process runs; one that has ended but was not waited for does not. */
export function runs(pid: number | undefined): boolean {
  return pid !== undefined && identityOf(pid) !== undefined
}

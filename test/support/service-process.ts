import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { testEnvironment } from './service.ts'

/** A service as a process of its own. */
export type ServiceProcess = Readonly<{
  url: string
  stop(): Promise<void>
  /** Ends it by SIGKILL, as a crash would. */
  kill(): Promise<void>
}>

const PACKAGE = path.join(import.meta.dirname, '../../package.json')
/** The options of Node in `npm start`, such as the bounds of its memory. */
const NODE_OPTIONS = startScript().filter((word) => word.startsWith('--'))
const SERVER = path.join(import.meta.dirname, '../../src/server.ts')

/** Starts `src/server.ts` on the throw-away servers and waits until it serves. */
export async function startServiceProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-test-'))
  const child = spawn(process.execPath, [...NODE_OPTIONS, SERVER], {
    env: { ...process.env, ...testEnvironment(), LOG_LEVEL: 'info', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = await servingUrl(child.stdout)
  child.stdout.resume()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, stop: async () => end('SIGTERM'), kill: async () => end('SIGKILL') }
}

async function servingUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string }
    if (msg === 'serving' && url !== undefined) return url
  }
  throw new Error('the service ended before it served')
}

function startScript(): string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ')
}

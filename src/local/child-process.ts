import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { identityOf } from './process-identity.ts'

const Recorded = z.object({ pid: z.number().int().positive(), identity: z.string() })

/** A server process that this process started. */
export type ServerProcess = Readonly<{
  pid: number
  /** The name of its container, if it runs in one. */
  container?: string
  /** Resolves with a description when the process has exited. */
  ended: Promise<string>
  /** Sends SIGTERM, waits, and sends SIGKILL after {@link STOP_WITHIN_MS}; idempotent. */
  stop: () => Promise<void>
}>

/** Grace period for a clean shutdown of a server, milliseconds. */
const STOP_WITHIN_MS = 40_000

/** A command with its standard input, and the files for its output and its pid. */
export type ProcessOptions = Readonly<{
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  input?: string
  logFile: string
  recordFile: string
}>

/**
 * Starts a server in its own process group, so that Ctrl-C in the terminal does not reach it before the service has closed,
 * and records its pid, so that the next start can stop it if this process dies.
 */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  mkdirSync(path.dirname(options.logFile), { recursive: true })
  const log = openSync(options.logFile, 'a', 0o600)
  const child = spawn(options.command, options.args, {
    detached: true,
    stdio: [options.input === undefined ? 'ignore' : 'pipe', log, log],
    env: { ...process.env, ...options.env },
  })
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      rmSync(options.recordFile, { force: true })
      resolve(signal ?? `exit code ${code}`)
    })
  })
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  const { pid } = child
  if (pid === undefined) throw new Error(`${options.command} has no pid`)
  const identity = identityOf(pid)
  if (identity !== undefined) {
    writeFileSync(options.recordFile, JSON.stringify({ pid, identity }), { mode: 0o600 })
  }
  // EPIPE if the process exits before it reads its input; `ended` reports that.
  child.stdin?.on('error', () => undefined).end(options.input)
  const stop = async () => {
    await stopProcess(pid, identity)
    // The record is removed on exit.
    if (identity !== undefined) await ended
  }
  return { pid, ended, stop }
}

/** Stops the process that a crashed start recorded in `recordFile`; returns whether there was one. */
export async function stopLeftover(recordFile: string): Promise<boolean> {
  const recorded = readRecord(recordFile)
  const running = recorded !== undefined && identityOf(recorded.pid) === recorded.identity
  if (running) await stopProcess(recorded.pid, recorded.identity)
  rmSync(recordFile, { force: true })
  return running
}

function readRecord(file: string): z.infer<typeof Recorded> | undefined {
  try {
    return Recorded.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

async function stopProcess(pid: number, identity: string | undefined): Promise<void> {
  const runs = () => identity !== undefined && identityOf(pid) === identity
  if (runs()) process.kill(pid, 'SIGTERM')
  for (const deadline = Date.now() + STOP_WITHIN_MS; runs() && Date.now() < deadline;) await sleep(50)
  if (runs()) process.kill(pid, 'SIGKILL')
  while (runs()) await sleep(50)
}

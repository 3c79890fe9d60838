import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { identityOf } from './process-identity.ts'

const Recorded = z.object({ pid: z.number().int().positive(), identity: z.string() })

/** A server program that this process started. */
export type ServerProcess = Readonly<{
  pid: number
  /** Settles with a description once the program has ended, for whatever reason. */
  ended: Promise<string>
  /** Asks it to end, waits, and forces it after {@link stopWithinMs}; safe to call again. */
  stop: () => Promise<void>
}>

/** How long a server gets for a clean end before it is killed. */
export const stopWithinMs = 40_000

/** What to start, what it reads from its standard input, and where its output and its pid go. */
export type ProcessOptions = Readonly<{
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  input?: string
  logFile: string
  recordFile: string
}>

/**
 * Starts a server program in a process group of its own, so that a Ctrl-C in the terminal does not reach it before
 * the service has closed, and records its pid, so that the next start can stop it if this process dies.
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
      resolve(signal ?? `exit code ${String(code)}`)
    })
  })
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  const { pid } = child
  if (pid === undefined) throw new Error(`${options.command} has no pid`)
  const identity = identityOf(pid)
  if (identity !== undefined) {
    writeFileSync(options.recordFile, JSON.stringify({ pid, identity }), { mode: 0o600 })
  }
  // A program that ended before it read its input breaks the pipe; `ended` tells of that.
  child.stdin?.on('error', () => undefined).end(options.input)
  const stop = async () => {
    await stopProcess(pid, identity)
    // Only then is its record gone, too.
    if (identity !== undefined) await ended
  }
  return { pid, ended, stop }
}

/** Stops the process that an earlier, crashed start recorded in `recordFile`; says whether there was one. */
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
  for (const deadline = Date.now() + stopWithinMs; runs() && Date.now() < deadline;) await sleep(50)
  if (runs()) process.kill(pid, 'SIGKILL')
  while (runs()) await sleep(50)
}

import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { OperatorError } from '../platform/operator-error.ts'
import { startProgress } from './progress.ts'

/** The log folder of a Maven run, and the signal that aborts it. */
export type MavenRunOptions = Readonly<{ logDir: string; signal: AbortSignal }>

/** One run of Maven; `what` names the download in messages. */
export type MavenRun = Readonly<{
  what: string
  /** The program with the arguments before Maven's own. */
  command: readonly [string, ...string[]]
  args: readonly string[]
  cwd: string
  env?: Readonly<Record<string, string>>
}>

let last: Promise<void> = Promise.resolve()

/**
 * Runs Maven with a progress line and its full output in `maven.log`. Runs are serialised, because Maven's local repository
 * does not support concurrent ones.
 * @throws OperatorError when it fails
 */
export async function runMaven(run: MavenRun, options: MavenRunOptions): Promise<void> {
  const turn = last.then(async () => runNow(run, options))
  last = turn.catch(() => undefined)
  return turn
}

async function runNow(run: MavenRun, options: MavenRunOptions): Promise<void> {
  const { what } = run
  mkdirSync(options.logDir, { recursive: true })
  const logFile = path.join(options.logDir, 'maven.log')
  const log = createWriteStream(logFile, { flags: 'a' })
  // Maven goes on without its log; what it still says after it was aborted is lost.
  log.on('error', () => undefined)
  console.log(`Downloading ${what} from Maven's repository …`)
  const [program, ...before] = run.command
  const child = spawn(program, [...before, '-B', ...run.args], {
    cwd: run.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...run.env },
    signal: options.signal,
  })
  const progress = startProgress()
  const downloaded = { files: 0, bytes: 0 }
  createInterface({ input: child.stdout }).on('line', (line) => {
    log.write(`${line}\n`)
    const bytes = downloadedBytes(line)
    if (bytes === undefined) return
    downloaded.files += 1
    downloaded.bytes += bytes
    progress.update(`${what}: ${downloaded.files} files, ${(downloaded.bytes / 1e6).toFixed(1)} MB`)
  })
  child.stderr.pipe(log, { end: false })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  }).finally(() => {
    progress.end()
    log.end()
  })
  if (code !== 0) throw new OperatorError(`Maven could not bring ${what}: see ${logFile}`)
}

/** The number of bytes downloaded according to a line of Maven's batch output; `undefined` for other lines. */
export function downloadedBytes(line: string): number | undefined {
  const size = /^(?:\[INFO\] )?Downloaded .*\(([\d.]+) ([kMG]?)B at /.exec(line)
  if (size === null) return undefined
  return Number(size[1]) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[size[2] as '' | 'k' | 'M' | 'G']
}

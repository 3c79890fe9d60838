// npm test: the whole suite on real servers. Arguments go to Mocha (`npm test -- --grep map`); such a run leaves out
// the static checks and the coverage. The last line is always "N passed, N failed".
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { OperatorError } from '../../src/config.ts'
import { stopRequest } from '../../src/local/stop-request.ts'
import { startTestServers } from './servers.ts'

const Counts = z.object({ passed: z.number(), failed: z.number() })
type Counts = z.infer<typeof Counts>

const modules = path.resolve(import.meta.dirname, '../../node_modules')
const mocha = path.join(modules, 'mocha/bin/mocha.js')
const c8 = path.join(modules, 'c8/bin/c8.js')
const coverage = path.resolve(modules, '../coverage/tmp')
const staticChecks = [
  ['prettier', '--check', '.'],
  ['oxlint', '--deny-warnings'],
  ['tsc', '--noEmit'],
] as const
const endWithinMs = 60_000

const stop = stopRequest()

/**
 * Runs a program to its end, in a process group of its own, so that a wish to stop reaches it and what it has started
 * exactly once, wherever it comes from. Mocha then still runs the `after` hooks: see run-reporter.ts.
 */
async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const PATH = [path.join(modules, '.bin'), process.env['PATH']].join(path.delimiter)
  const child = spawn(command, args, {
    detached: true,
    stdio: 'inherit',
    env: { ...process.env, PATH, ...env },
  })
  const { pid } = child
  let force: NodeJS.Timeout | undefined
  const interrupt = () => {
    if (pid === undefined) return
    process.kill(-pid, 'SIGINT')
    force = setTimeout(() => process.kill(-pid, 'SIGKILL'), endWithinMs)
  }
  stop.signal.addEventListener('abort', interrupt)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve)
  })
  stop.signal.removeEventListener('abort', interrupt)
  clearTimeout(force)
  return code
}

async function runChecks(): Promise<Counts> {
  const counts = { passed: 0, failed: 0 }
  for (const [program, ...args] of staticChecks) {
    if (stop.signal.aborted) break
    const passed = (await run(path.join(modules, '.bin', program), args)) === 0
    counts[passed ? 'passed' : 'failed'] += 1
  }
  return counts
}

async function runMocha(args: readonly string[], servers: Readonly<Record<string, string>>): Promise<Counts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'idea-repository-counts-'))
  const file = path.join(folder, 'counts.json')
  // In the arguments and not in .mocharc.json, because Mocha would add that to the files that are named here.
  const spec = args.some((argument) => argument.endsWith('.ts')) ? [] : ['test/**/*.test.ts']
  const whole = args.length === 0
  const env = {
    ...servers,
    TEST_COUNTS_FILE: file,
    TEST_STYLE: whole ? 'dot' : 'spec',
    ...(whole ? { NODE_V8_COVERAGE: coverage } : {}),
  }
  try {
    if (whole) await rm(coverage, { recursive: true, force: true })
    const testsCode = await run(process.execPath, [mocha, ...args, ...spec], env)
    const coverageCode = whole && !stop.signal.aborted ? await run(process.execPath, [c8, 'report']) : 0
    if (!existsSync(file)) return { passed: 0, failed: 1 }
    const counts = Counts.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (counts.passed + counts.failed === 0) console.error('No test ran.')
    // Also what Mocha does not count fails the run: no test at all, open handles, the coverage's threshold.
    const uncounted = counts.failed === 0 && (testsCode !== 0 || coverageCode !== 0 || counts.passed === 0)
    return uncounted ? { ...counts, failed: 1 } : counts
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runAll(args: readonly string[]): Promise<Counts> {
  const servers = await startTestServers({ env: process.env, signal: stop.signal, say: console.log })
  try {
    const checks = args.length === 0 ? await runChecks() : { passed: 0, failed: 0 }
    if (stop.signal.aborted) return { ...checks, failed: checks.failed + 1 }
    const tests = await runMocha(args, servers.env)
    return { passed: checks.passed + tests.passed, failed: checks.failed + tests.failed }
  } finally {
    await servers.stop()
  }
}

try {
  const { passed, failed } = await runAll(process.argv.slice(2))
  console.log(`${String(passed)} passed, ${String(failed)} failed`)
  process.exitCode = failed === 0 && !stop.signal.aborted ? 0 : 1
} catch (error) {
  if (!(error instanceof OperatorError) && !stop.signal.aborted) throw error
  console.error(error instanceof OperatorError ? error.message : 'Stopped.')
  process.exitCode = 1
}

// npm test: passes arguments to Mocha (`npm test -- PATH --grep map`), or without arguments runs the normal suite:
//   run.ts                  all test files except those of the long groups, and the static checks
//   run.ts --changed-long   also the long groups whose paths changed; for .ci/run
//   run.ts --long           all long groups; records in .ci/long-passed that they passed
//   run.ts --coverage       the normal suite with a coverage report
// The last line is always "N passed, N failed, N skipped".
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createStopSignal } from '../../src/local/stop-signal.ts'
import { buildWeb } from '../../src/local/web.ts'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { changedGroups, LONG_GROUPS, longTests, recordPassed, type LongGroup } from './long-groups.ts'
import { modules, runProgram, startProgram } from './program.ts'
import { closingLine, countsIn, totalOf, type Counts, type FileResult } from './results.ts'
import { runNamed } from './run-named.ts'
import { startTestServers, type TestServers } from './servers.ts'
import { unexpectedSkips } from './skips.ts'
import {
  byDuration,
  isAlone,
  isLast,
  isUnit,
  readDurations,
  recordDurations,
  testFiles,
} from './test-files.ts'
import { runInWorkers } from './workers.ts'

const c8 = path.join(modules, 'c8/bin/c8.js')
const coverage = path.resolve(modules, '../coverage/tmp')
const staticChecks = [
  ['prettier', '--check', '.'],
  ['oxlint', '--deny-warnings'],
  ['tsc', '--noEmit'],
  // Without the newer types that the tests' libraries bring.
  ['tsc', '-p', 'tsconfig.build.json', '--noEmit'],
  ['tsc', '-p', 'src/web', '--noEmit'],
] as const
const SLOWEST = 20
/** Processes that run test files, each with its own servers: tests often wait, so that two leave a quarter of two cores idle. */
const WORKERS = os.totalmem() < 12 * 2 ** 30 ? 2 : 3
/** Variables that unit tests must not see. */
const NO_SERVERS = { TEST_NEO4J_URI: '', TEST_REDIS_URL: '' }

const { signal } = createStopSignal()
const options = { env: process.env, signal, say: console.log }
const failures: string[] = []

function tellFailure(text: string): void {
  failures.push(text)
  console.log(text)
}

/** A static check that passes or fails as a whole. It takes only the processor time that the tests, which have time-outs, leave. */
async function check(program: string, args: readonly string[]): Promise<Counts> {
  const isPassed = (await runProgram('nice', ['-n', '19', program, ...args], { signal })) === 0
  if (!isPassed && !signal.aborted) tellFailure(`not ok  ${path.basename(program)} ${args.join(' ')}\n`)
  return { passed: Number(isPassed), failed: Number(!isPassed), skipped: 0 }
}

async function runChecks(): Promise<Counts[]> {
  const counts: Counts[] = []
  for (const [program, ...args] of staticChecks) {
    counts.push(await check(path.join(modules, '.bin', program), args))
  }
  return counts
}

/** Those that need servers in several processes at once where each can have some, the others while the servers start. */
async function runFiles(files: readonly string[], env: TestServers['env'] = {}): Promise<FileResult[]> {
  await using started = new AsyncDisposableStack()
  const running: TestServers[] = []
  started.defer(async () => {
    const stops = running.map(async ({ stop }) => stop())
    await Promise.allSettled(stops)
    await Promise.all(stops)
  })
  const start = async (): Promise<void> => void running.push(await startTestServers(options))
  const isGiven = Boolean(process.env['TEST_NEO4J_URI'] || process.env['TEST_REDIS_URL'])
  const listeners = { signal, tell: tellFailure, done: (result: FileResult) => console.log(lineOf(result)) }
  const units = runInWorkers(
    { files: files.filter(isUnit), alone: [], last: [] },
    [{ ...env, ...NO_SERVERS }],
    listeners,
  )
  const starts = await Promise.allSettled(Array.from({ length: isGiven ? 1 : WORKERS }, start))
  for (const one of starts) if (one.status === 'rejected') throw one.reason
  const sorted = byDuration(
    files.filter((file) => !isUnit(file)),
    readDurations(),
  )
  const others = await runInWorkers(
    {
      files: sorted.filter((file) => !isAlone(file) && !isLast(file)),
      alone: sorted.filter(isAlone),
      last: sorted.filter(isLast),
    },
    running.map((server) => ({ ...server.env, ...env })),
    listeners,
    // Cold servers and unit tests at once would make requests of the first files end at their limit on a slow machine.
    units,
  )
  return [...(await units), ...others]
}

/** Runs a command that prints a closing line; without one it counts as failed. */
async function runCommand({ name, command: [program, ...args] = [''] }: LongGroup): Promise<Counts> {
  console.log(`\n=== ${name}`)
  const { child, ended } = startProgram(program, args, { signal, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const code = await ended
  const counts = countsIn(output) ?? { passed: 0, failed: 0, skipped: 0 }
  if (code === 0 && counts.passed > 0) return counts
  failures.push(`not ok  ${name}\n${output.split('\n').slice(-100).join('\n')}`)
  return { ...counts, failed: Math.max(counts.failed, 1) }
}

async function runSuite(wish: string | undefined): Promise<Counts[]> {
  const all = await testFiles()
  const normal = wish === '--long' ? [] : all.filter((file) => !longTests().includes(file))
  const groups = wish === '--long' ? LONG_GROUPS : wish === '--changed-long' ? changedGroups() : []
  for (const { name } of groups) console.log(`With the long tests of: ${name}`)
  if (wish === '--coverage') await rm(coverage, { recursive: true, force: true })
  const checks = wish === '--long' ? [] : runChecks()
  const env = wish === '--coverage' ? { NODE_V8_COVERAGE: coverage } : {}
  const results = await runFiles([...normal, ...longTests(groups)], env)
  recordDurations(results)
  const counts = [...(await checks), ...tellResults(results)]
  for (const group of groups)
    if (group.command !== undefined && !signal.aborted) counts.push(await runCommand(group))
  if (wish === '--coverage') counts.push(await check(process.execPath, [c8, 'report']))
  if (wish === '--long' && totalOf(counts).failed === 0 && !signal.aborted) {
    console.log(
      recordPassed(readDurations()) ? 'Noted in .ci/long-passed.' : 'Not noted: the checkout has changes.',
    )
  }
  return counts
}

/** Prints the summary; a skip that is missing in `.ci/allowed-skips` is a failure. */
function tellResults(results: readonly FileResult[]): Counts[] {
  for (const { file, skipped } of results)
    for (const title of skipped) console.log(`skipped  ${file}: ${title}`)
  const list = process.env['TEST_ALLOWED_SKIPS']
  const unexpected = list === undefined ? [] : unexpectedSkips(results, readFileSync(list, 'utf8'))
  for (const title of unexpected) tellFailure(`not ok  skipped, and not in ${list ?? ''}: ${title}\n`)
  if (results.length > 1) console.log('\nThe slowest files:')
  for (const result of results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
    if (results.length > 1) console.log(lineOf(result))
  }
  return [totalOf(results), { passed: 0, failed: unexpected.length, skipped: 0 }]
}

function lineOf({ file, seconds, passed, failed, skipped }: FileResult): string {
  const counts = [
    `${passed} passed`,
    failed > 0 && `${failed} failed`,
    skipped.length > 0 && `${skipped.length} skipped`,
  ]
  return `${seconds.toFixed(1).padStart(6)} s  ${file}  ${counts.filter(Boolean).join(', ')}`
}

async function run(args: readonly string[]): Promise<Counts[]> {
  await buildWeb()
  const wishes = [undefined, '--changed-long', '--long', '--coverage']
  if (args.length < 2 && wishes.includes(args[0])) return runSuite(args[0])
  const results = await runNamed(args, options)
  recordDurations(results)
  return tellResults(results)
}

try {
  const total = totalOf(await run(process.argv.slice(2)))
  const failed = total.failed + Number(signal.aborted && total.failed === 0)
  if (failures.length > 1) console.log(['\nWhat failed, once more:\n', ...failures].join('\n'))
  console.log(closingLine({ ...total, failed }))
  process.exitCode = failed === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof OperatorError) && !signal.aborted) throw error
  console.error(error instanceof OperatorError ? error.message : 'Stopped.')
  process.exitCode = 1
}

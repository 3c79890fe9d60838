// npm test: the whole suite on real servers. Arguments go to Mocha (`npm test -- --grep map`); such a run leaves out
// the static checks and the coverage. The last line is always "N passed, N failed".
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { OperatorError } from '../../src/config.ts'
import { stopRequest } from '../../src/local/stop-request.ts'
import { halvesOfTests } from './halves.ts'
import { modules, runProgram } from './program.ts'
import { startTestServers, type TestServers } from './servers.ts'

const Counts = z.object({ passed: z.number(), failed: z.number() })
type Counts = z.infer<typeof Counts>

/** The tests that one process runs on servers of its own. */
type Part = Readonly<{ args: readonly string[]; env: TestServers['env']; later: boolean }>

const mocha = path.join(modules, 'mocha/bin/mocha.js')
const c8 = path.join(modules, 'c8/bin/c8.js')
const coverage = path.resolve(modules, '../coverage/tmp')
const staticChecks = [
  ['prettier', '--check', '.'],
  ['oxlint', '--deny-warnings'],
  ['tsc', '--noEmit'],
] as const

const stop = stopRequest()
const { signal } = stop

async function runChecks(): Promise<Counts[]> {
  const counts: Counts[] = []
  for (const [program, ...args] of staticChecks) {
    if (signal.aborted) break
    const passed = (await runProgram(path.join(modules, '.bin', program), args, { signal })) === 0
    counts.push({ passed: Number(passed), failed: Number(!passed) })
  }
  return counts
}

/** What it says is printed at once, or handed back. */
async function runMocha({ args, env, later }: Part): Promise<Counts & { said: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'idea-repository-counts-'))
  const [file, said] = ['counts.json', 'said'].map((name) => path.join(folder, name)) as [string, string]
  const output = openSync(said, 'w')
  try {
    const code = await runProgram(process.execPath, [mocha, ...args], {
      signal,
      env: { ...env, TEST_COUNTS_FILE: file },
      ...(later ? { output } : {}),
    })
    return { ...countsIn(file, code), said: readFileSync(said, 'utf8') }
  } finally {
    closeSync(output)
    await rm(folder, { recursive: true })
  }
}

function countsIn(file: string, code: number | null): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const counts = Counts.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (counts.passed + counts.failed === 0) console.error('No test ran.')
  // Also what Mocha does not count fails the run: no test at all, open handles.
  const uncounted = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return uncounted ? { ...counts, failed: 1 } : counts
}

/** What was named, in one process. In the arguments and not in .mocharc.json, because Mocha would add that to named files. */
async function runNamed(args: readonly string[], env: TestServers['env']): Promise<Counts[]> {
  const spec = args.some((argument) => argument.endsWith('.ts')) ? [] : ['test/**/*.test.ts']
  return [await runMocha({ args: [...args, ...spec], env: { ...env, TEST_STYLE: 'spec' }, later: false })]
}

/** Everything, in two processes at once where both can have servers: tests wait most of their time. */
async function runWhole(
  first: TestServers['env'],
  second: TestServers['env'] | undefined,
): Promise<Counts[]> {
  const checks = await runChecks()
  if (signal.aborted) return checks
  await rm(coverage, { recursive: true, force: true })
  const halves = await halvesOfTests()
  if (second !== undefined)
    console.log('Two halves at once; what the second one says comes when both have ended.')
  const own = { TEST_STYLE: 'dot', NODE_V8_COVERAGE: coverage }
  const parts =
    second === undefined
      ? [{ args: halves.flat(), env: { ...first, ...own }, later: false }]
      : [first, second].map((env, at) => ({ args: halves[at] ?? [], env: { ...env, ...own }, later: at > 0 }))
  const counts = await Promise.all(parts.map(runMocha))
  for (const { said } of counts) process.stdout.write(said)
  const isReported = signal.aborted || (await runProgram(process.execPath, [c8, 'report'], { signal })) === 0
  return [...checks, ...counts, ...(isReported ? [] : [{ passed: 0, failed: 1 }])]
}

async function runAll(args: readonly string[]): Promise<Counts[]> {
  const options = { env: process.env, signal, say: console.log }
  const isWhole = args.length === 0
  const isGiven = Boolean(process.env['TEST_NEO4J_URI'] || process.env['TEST_REDIS_URL'])
  await using started = new AsyncDisposableStack()
  const servers = async (): Promise<TestServers> =>
    started.adopt(await startTestServers(options), async ({ stop: end }) => end())
  const { env } = await servers()
  if (!isWhole) return await runNamed(args, env)
  return await runWhole(env, isGiven ? undefined : (await servers()).env)
}

try {
  const counts = await runAll(process.argv.slice(2))
  const sum = (of: keyof Counts): number => counts.reduce((total, count) => total + count[of], 0)
  const failed = sum('failed') + Number(signal.aborted && sum('failed') === 0)
  console.log(`${String(sum('passed'))} passed, ${String(failed)} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof OperatorError) && !signal.aborted) throw error
  console.error(error instanceof OperatorError ? error.message : 'Stopped.')
  process.exitCode = 1
}

import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { modules, runProgram } from './program.ts'
import { failedAs, FileResult, totalOf } from './results.ts'
import { startTestServers, type TestServersOptions } from './servers.ts'
import { nameStanding, takeStanding } from './standing-servers.ts'

const TESTS = '**/*.test.ts'
const mocha = path.join(modules, 'mocha/bin/mocha.js')

/** Runs Mocha with the given arguments, on the servers of `npm run servers` if they are up, otherwise on new ones. */
export async function runNamed(args: readonly string[], options: TestServersOptions): Promise<FileResult[]> {
  const { TEST_NEO4J_URI, TEST_REDIS_URL, TEST_SERVERS } = options.env
  const isGiven = Boolean(TEST_NEO4J_URI || TEST_REDIS_URL)
  if ((!isGiven || nameStanding(options.env)) && TEST_SERVERS !== 'containers') {
    using standing = await takeStanding(options.say)
    if (standing !== undefined) return await runMocha(args, standing.env, options)
  }
  const { env, stop } = await startTestServers(options)
  try {
    return await runMocha(args, env, options)
  } finally {
    await stop()
  }
}

async function runMocha(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { signal, say }: TestServersOptions,
): Promise<FileResult[]> {
  const named = args.map((argument) => (isFolder(argument) ? path.join(argument, TESTS) : argument))
  // Not in .mocharc.json, because Mocha would add that to the named files.
  const spec = named.some((argument) => argument.endsWith('.ts')) ? [] : [path.join('test', TESTS)]
  const folder = await mkdtemp(path.join(tmpdir(), 'idea-repository-results-'))
  const file = path.join(folder, 'results.json')
  try {
    const code = await runProgram(process.execPath, [mocha, ...named, ...spec], {
      signal,
      env: { ...env, TEST_RESULTS_FILE: file },
    })
    const results = existsSync(file) ? z.array(FileResult).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
    const { passed, failed, skipped } = totalOf(results)
    if (passed + failed + skipped === 0) say('No test ran.')
    // Failures that Mocha does not count: no tests, open handles.
    const isCounted = failed > 0 || (code === 0 && passed + skipped > 0)
    return isCounted ? results : [...results, failedAs('')]
  } finally {
    await rm(folder, { recursive: true })
  }
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
}

import { format } from 'node:util'
import Mocha from 'mocha'
import { z } from 'zod'

/** The result of a test file; `skipped` has the full titles. */
export const FileResult = z.object({
  file: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.array(z.string()),
})
export type FileResult = z.infer<typeof FileResult>

/** A failure outside of any test. */
export function failedAs(file: string, seconds = 0): FileResult {
  return { file, seconds, passed: 0, failed: 1, skipped: [] }
}

/** The counts of a run. */
export type Counts = Readonly<{ passed: number; failed: number; skipped: number }>

/** Sums counts. */
export function totalOf(
  results: readonly Readonly<{ passed: number; failed: number; skipped: number | readonly string[] }>[],
): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of results) {
    total.passed += passed
    total.failed += failed
    total.skipped += typeof skipped === 'number' ? skipped : skipped.length
  }
  return total
}

/** The closing line of every run, which `.ci/run` reads. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`
}

/** The last closing line of an output; undefined if there is none. */
export function countsIn(output: string): Counts | undefined {
  const line = /^(?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?$/gm
  const { passed, failed, skipped } = [...output.matchAll(line)].at(-1)?.groups ?? {}
  if (passed === undefined) return undefined
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped ?? 0) }
}

/** Counts the results of a Mocha run by file, and reports each failure immediately, with the command that runs it alone. */
export function watchRun(runner: Mocha.Runner, tell: (text: string) => void): Map<string, FileResult> {
  const files = new Map<string, FileResult>()
  const began = new Map<Mocha.Suite, number>()
  const of = ({ file = '' }: Readonly<{ file?: string | undefined }>): FileResult => {
    const name = nameOf(file)
    const result = files.get(name) ?? { file: name, seconds: 0, passed: 0, failed: 0, skipped: [] }
    files.set(name, result)
    return result
  }
  runner.on('suite', (suite) => began.set(suite, performance.now()))
  runner.on('suite end', (suite) => {
    if (suite.parent?.root) of(suite).seconds += (performance.now() - (began.get(suite) ?? 0)) / 1000
  })
  runner.on('pass', (test) => (of(test).passed += 1))
  runner.on('pending', (test) => of(test).skipped.push(test.fullTitle()))
  runner.on('fail', (test, error: unknown) => {
    of({ file: fileOf(test) }).failed += 1
    tell(failureText(test, error))
  })
  return files
}

function nameOf(file: string): string {
  return file.startsWith(process.cwd()) ? file.slice(process.cwd().length + 1) : file
}

/** A root hook has no file of its own. */
function fileOf(test: Mocha.Runnable): string | undefined {
  return test.file ?? test.ctx?.currentTest?.file
}

function failureText(test: Mocha.Runnable, error: unknown): string {
  const { Base } = Mocha.reporters
  const [lines, print] = [[] as string[], Base.consoleLog]
  Base.consoleLog = (...parts: unknown[]) => void lines.push(format(...parts))
  try {
    Base.list([{ titlePath: () => test.titlePath(), err: error } as unknown as Mocha.Test])
  } finally {
    Base.consoleLog = print
  }
  const file = nameOf(fileOf(test) ?? '')
  // A hook runs with every test of its suite.
  const title = test instanceof Mocha.Hook ? (test.parent?.fullTitle() ?? '') : test.fullTitle()
  const alone = `npm test -- ${file} --fgrep '${title.replaceAll("'", `'\\''`)}'`
  return `not ok  ${file}\n${lines.join('\n').trimEnd()}\n\n      ${alone}\n`
}

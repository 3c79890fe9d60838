// npm run house: reports lines of src by floor, long files and functions, and import cycles. `run-house.ts FOLDER` measures
// another checkout.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { modules } from './program.ts'

const LONG_FILE = 200
const LONG_FUNCTION = 60
const root = path.resolve(process.argv[2] ?? path.join(modules, '..'))

type Source = Readonly<{ file: string; lines: number; code: number }>

/** Counts lines like `wc -l`; code excludes blank lines and lines with only comments. */
function measure(file: string): Source {
  const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n')
  let isComment = false
  const code = lines.filter((line) => {
    const text = line.trim()
    if (!isComment && text.startsWith('/*')) isComment = true
    if (!isComment) return text !== '' && !text.startsWith('//')
    isComment = !text.includes('*/')
    return false
  })
  return { file, lines: lines.length, code: code.length }
}

function row(name: string, sources: readonly Source[]): string {
  const sum = (of: 'lines' | 'code'): string =>
    sources.reduce((total, source) => total + source[of], 0).toLocaleString('en')
  return `${name.padEnd(10)} ${String(sources.length).padStart(5)} files ${sum('lines').padStart(7)} lines ${sum('code').padStart(7)} code`
}

/** A quantile of the sorted lengths. */
function quantile(sources: readonly Source[], share: number): number {
  const lengths = sources.map(({ lines }) => lines).toSorted((a, b) => a - b)
  return lengths[Math.floor(share * (lengths.length - 1))] ?? 0
}

const Report = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
})

/** Uses the linter to find long functions (with blanks and comments) and import cycles; type imports do not count. */
function lint(): { functions: string[]; circles: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'house-'))
  const config = path.join(folder, 'oxlintrc.json')
  const rules = { 'max-lines-per-function': ['error', { max: LONG_FUNCTION }], 'import/no-cycle': 'error' }
  writeFileSync(config, JSON.stringify({ plugins: ['import'], categories: { correctness: 'off' }, rules }))
  const args = ['--config', config, '--format', 'json', '--disable-nested-config', 'src']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 } as const
  const { stdout } = spawnSync(path.join(modules, '.bin/oxlint'), args, options)
  rmSync(folder, { recursive: true })
  const { diagnostics } = Report.parse(JSON.parse(stdout))
  const told = (rule: string): string[] =>
    diagnostics
      .filter(({ code }) => code.includes(rule))
      .map(({ filename, labels, message }) => `${filename}:${String(labels[0]?.span.line)}  ${message}`)
  return { functions: told('max-lines-per-function'), circles: told('no-cycle') }
}

function list(title: string, lines: readonly string[]): void {
  console.log(`\n${title}: ${lines.length === 0 ? 'none' : String(lines.length)}`)
  for (const line of lines) console.log(`  ${line}`)
}

const sources = globSync('src/**/*.{ts,mjs}', { cwd: root }).map(measure)
const floors = Map.groupBy(sources, ({ file }) => file.split(path.sep)[1] ?? '')
for (const [floor, on] of [...floors].toSorted()) console.log(row(floor, on))
console.log(row('src', sources))
console.log(`\nLines of a file: median ${quantile(sources, 0.5)}, p90 ${quantile(sources, 0.9)}`)
const long = sources.filter(({ lines }) => lines > LONG_FILE).toSorted((a, b) => b.lines - a.lines)
list(
  `Files over ${LONG_FILE} lines`,
  long.map(({ file, lines }) => `${lines}  ${file}`),
)
const { functions, circles } = lint()
list(`Functions over ${LONG_FUNCTION} lines`, functions)
list('Import circles', circles)

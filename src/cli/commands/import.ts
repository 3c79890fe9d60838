import { Transform } from 'node:stream'
import { Command, Option } from 'commander'
import { z } from 'zod'
import { examples, jsonOption, type Json } from '../arguments.ts'
import { ApiError, CliError, EXIT } from '../errors.ts'
import { ImportReport } from '../../imports/schema.ts'
import { readSource } from '../import/read.ts'
import type { ImportSource, Mistake } from '../import/source.ts'
import { plain, printJson, say } from '../output.ts'
import { startProgress } from '../progress.ts'
import type { Rest } from '../rest.ts'
import { withRest } from '../settings.ts'

const Refusal = z.object({ details: z.array(z.object({ path: z.string(), message: z.string() })).min(1) })
type Options = Json & Readonly<{ mode: 'strict' | 'continue'; importId?: string; dryRun?: boolean }>

/** `import`: files of several kinds become ideas; a bad record is one line with file, line and reason. */
export function importCommand(): Command {
  return new Command('import')
    .description('Import an export file, JSON Lines, CSV, or a folder of Markdown notes')
    .argument('<path>', 'a .json, .jsonl, .csv or .md file, or a folder')
    .addOption(
      new Option('--mode <mode>', 'what a bad record does: strict imports nothing, continue leaves it out')
        .choices(['strict', 'continue'])
        .default('strict'),
    )
    .option('--import-id <id>', 'by which a second run is known (default: what the file holds)')
    .option('--dry-run', 'only check, and tell what would be imported')
    .addOption(jsonOption())
    .addHelpText('after', examples('ideas import notes --dry-run', 'ideas import ideas.csv --mode continue'))
    .action(importPath)
}

async function importPath(path: string, { mode, importId, dryRun, json }: Options): Promise<void> {
  const source = readSource(path)
  for (const warning of source.warnings) tell({ ...warning, message: `warning: ${warning.message}` })
  for (const mistake of source.mistakes) tell(mistake)
  const found = source.mistakes.length
  if (found > 0 && mode === 'strict') throw nothingImported(found)
  await withRest(async (rest) => {
    const query = { mode, dry_run: dryRun === true, import_id: importId }
    const answer = await upload(rest, source, query).catch((error: unknown) => explain(source, error))
    const { rejected, rejected_count } = answer
    if (json) printJson(answer)
    for (const { record, path: field, message } of rejected) {
      tell(mistakeAt(source, field === '' ? record : `${record}.${field}`, message))
    }
    if (!json) say(summary(answer))
    const bad = found + rejected_count
    if (bad > 0) throw new CliError(`${counted(bad, 'record')} could not be imported: see above`)
  })
}

async function upload(
  rest: Rest,
  source: ImportSource,
  query: Readonly<Record<string, string | boolean | undefined>>,
): Promise<ImportReport> {
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  const progress = startProgress('Importing', source.bytes)
  const open = () => {
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        progress.add(chunk.length)
        done(null, chunk)
      },
      flush(done) {
        progress.say('The service is at work')
        done()
      },
    })
    const opened = source.open()
    opened.once('error', (error) => count.destroy(error))
    return opened.pipe(count)
  }
  try {
    const call = { query, upload: { type: source.type, open }, signal: interrupt.signal }
    return await rest.post('/user/import', ImportReport, call)
  } finally {
    progress.end()
  }
}

/** A refusal whose details lead to lines of the file is told line by line. */
function explain(source: ImportSource, error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 400) throw error
  const broken = source.broken()
  if (broken !== undefined) {
    tell(broken)
    throw nothingImported(1)
  }
  const parsed = Refusal.safeParse(error.body)
  if (!parsed.success) throw error
  const { details } = parsed.data
  if (details.some(({ path }) => ['mode', 'import_id', 'dry_run'].includes(path))) throw error
  for (const { path, message } of details) tell(mistakeAt(source, path, message))
  throw nothingImported(details.length)
}

function mistakeAt(source: ImportSource, path: string, message: string): Mistake {
  const { file, line, field } = source.locate(path)
  return { file, line, message: `${field} ${message}`.trim() }
}

function tell({ file, line, message }: Mistake): void {
  say(`${file}:${line}: ${plain(message)}`)
}

function nothingImported(mistakes: number): CliError {
  return new CliError(
    `${counted(mistakes, 'mistake')}: nothing was imported (--mode continue leaves bad records out)`,
    EXIT.failure,
  )
}

function summary({ repeated, dry_run, ideas, tags, links, relations }: ImportReport): string {
  const parts = [
    counted(ideas, 'idea'),
    counted(tags, 'tag'),
    counted(links, 'link'),
    counted(relations, 'relation'),
  ].join(', ')
  if (dry_run) return `Would import ${parts}; nothing was changed.`
  return repeated ? 'This was imported before; nothing was changed.' : `Imported ${parts}.`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

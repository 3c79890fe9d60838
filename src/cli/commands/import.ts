import { Readable } from 'node:stream'
import { Option } from 'commander'
import { z } from 'zod'
import type { ApiClient, Query, Reply } from '../api-client.ts'
import { counted } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { ApiError, CliError } from '../errors.ts'
import { MAX_DETAILS } from '../../platform/problem-details.ts'
import { ImportReport } from '../../features/imports/schema.ts'
import { readSource } from '../import/read.ts'
import type { ImportSource, Mistake } from '../import/source.ts'
import { plain, printJson, say } from '../output.ts'
import { counting, startProgress } from '../progress.ts'

const Refusal = z.object({ details: z.array(z.object({ path: z.string(), message: z.string() })).min(1) })
type Options = Json & Readonly<{ mode: 'strict' | 'continue'; importId?: string; dryRun?: boolean }>

/** `import`: imports files of several formats; each invalid record is reported with file, line and reason. */
export function importCommand(): ClientCommand {
  return new ClientCommand('import')
    .description('Import an export file or archive, JSON Lines, CSV, or a folder of Markdown notes')
    .argument('<path>', 'a .json, .zip, .jsonl, .csv or .md file, or a folder')
    .addOption(
      new Option('--mode <mode>', 'on invalid records: strict imports nothing, continue skips them')
        .choices(['strict', 'continue'])
        .default('strict'),
    )
    .option('--import-id <id>', 'identifies repeated imports (default: a hash of the file)')
    .option('--dry-run', 'only validate, and print what would be imported')
    .json()
    .examples('ideas import notes --dry-run', 'ideas import ideas.csv --mode continue')
    .calls(importPath)
}

async function importPath(client: ApiClient, path: string, options: Options): Promise<void> {
  const { mode, importId, dryRun, json } = options
  const source = readSource(path)
  for (const warning of source.warnings) tell({ ...warning, message: `warning: ${warning.message}` })
  for (const mistake of source.mistakes) tell(mistake)
  const found = source.mistakes.length
  // Then nothing is imported; the service is asked what else is wrong.
  const isRefused = found > 0 && mode === 'strict'
  const query = {
    mode: isRefused ? 'continue' : mode,
    dry_run: dryRun === true || isRefused,
    ...(importId === undefined ? {} : { import_id: importId }),
  }
  const reply = await upload(client, source, query).catch((error: unknown) => {
    if (isRefused) throw nothingImported(counted(found, 'mistake'), mode)
    return explain(source, mode, error)
  })
  const report = reply.as(ImportReport)
  if (json && !isRefused) printJson(reply.body)
  tellAll(
    source,
    report.rejected.map(({ record, path: field, message }) => ({
      path: field === '' ? record : `${record}.${field}`,
      message,
    })),
  )
  const bad = found + report.rejected_count
  if (isRefused) throw nothingImported(counted(bad, 'mistake'), mode)
  if (!json) say(summary(report))
  if (bad > 0) throw new CliError(`${counted(bad, 'mistake')} above: what they are about was left out`)
}

async function upload(client: ApiClient, source: ImportSource, query: Query): Promise<Reply> {
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  const progress = startProgress('Importing', source.bytes)
  const chunks = async function* () {
    yield* counting(source.open(), progress)
    progress.say('The service is at work')
  }
  try {
    const call = {
      query,
      upload: { type: source.type, open: () => Readable.from(chunks()) },
      signal: interrupt.signal,
    }
    return await client.post('/user/import', call)
  } finally {
    progress.end()
  }
}

/** Prints the details of an error response with the lines of the file that they refer to. */
function explain(source: ImportSource, mode: Options['mode'], error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 400) throw error
  const broken = source.broken()
  if (broken !== undefined) throw new CliError(`${broken.file}:${broken.line}: ${broken.message}`)
  const parsed = Refusal.safeParse(error.body)
  if (!parsed.success) throw error
  const { details } = parsed.data
  if (details.some(({ path }) => ['mode', 'import_id', 'dry_run'].includes(path))) throw error
  // Of the file as a whole.
  if (details[0]?.path === '') throw new CliError(`${source.locate([''])[0]?.file}: ${details[0].message}`)
  const named = details.slice(0, MAX_DETAILS)
  tellAll(source, named)
  const more = named.length < details.length ? 'more than ' : ''
  throw nothingImported(`${more}${counted(named.length, 'mistake')}`, mode)
}

/** Prints what the service says of records, with their places in the file. */
function tellAll(
  source: ImportSource,
  details: readonly Readonly<{ path: string; message: string }>[],
): void {
  const places = source.locate(details.map(({ path }) => path))
  for (const [at, { file, line, field }] of places.entries())
    tell({ file, line, message: `${field} ${details[at]?.message}`.trim() })
}

function tell({ file, line, message }: Mistake): void {
  say(`${file}:${line}: ${plain(message)}`)
}

function nothingImported(mistakes: string, mode: Options['mode']): CliError {
  const advice = mode === 'strict' ? ' (--mode continue leaves bad records out)' : ''
  return new CliError(`${mistakes}: nothing was imported${advice}`)
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

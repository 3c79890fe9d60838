import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { z } from 'zod'
import { IdeaDetail, UpdateIdea } from '../../features/ideas/schema.ts'
import { detailsOf } from '../../platform/problem-details.ts'
import type { ApiClient } from '../api-client.ts'
import { idArgument } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { environment } from '../environment.ts'
import { ApiError, CliError } from '../errors.ts'
import { FileError, parseMarkdown, toMarkdown } from '../front-matter.ts'
import { plain, printJson, say } from '../output.ts'

const Editable = UpdateIdea.pick({ title: true, status: true, tags: true, source_url: true, body: true })
  .required({ title: true })
  .strict()
type Editable = z.infer<typeof Editable>

/** `edit`: opens an idea as a Markdown file in the user's editor. */
export function editCommand(): ClientCommand {
  return new ClientCommand('edit')
    .description('Edit an idea in your editor ($VISUAL or $EDITOR)')
    .argument('<id>', 'its id', idArgument)
    .json()
    .calls(edit)
}

async function edit(client: ApiClient, id: number, { json }: Json): Promise<void> {
  const editor = environment.editor()
  if (editor === undefined) throw new CliError('no editor: set EDITOR, for example to nano')
  const current = await client.get(`/ideas/${id}`)
  const idea = current.as(IdeaDetail)
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'ideas-')), `idea-${id}.md`)
  const { title, status, tags, source_url, body } = idea
  const before = toMarkdown({ title, status, tags, source_url }, body)
  await writeFile(file, before, { mode: 0o600 })
  const code = await runEditor(editor, file)
  const after = await readFile(file, 'utf8')
  if (code !== 0) {
    const kept = after === before ? '' : `; your text is kept in ${file}`
    if (after === before) await rm(path.dirname(file), { recursive: true })
    throw new CliError(`the editor ended with ${code ?? 'a signal'}; nothing was changed${kept}`)
  }
  const changes = after === before ? {} : differences(idea, parseEdited(file, after))
  const names = Object.keys(changes)
  const etag = current.header('etag')
  const headers = etag === undefined ? {} : { 'If-Match': etag }
  const reply =
    names.length === 0
      ? current
      : await client.patch(`/ideas/${id}`, { body: changes, headers }).catch(keeping(file))
  if (json) printJson(reply.body)
  if (names.length === 0) say(`Idea ${id} is unchanged.`)
  else say(`Changed ${names.join(', ')} of idea ${id}: ${plain(changes.title ?? title)}`)
  await rm(path.dirname(file), { recursive: true })
}

/** @throws CliError naming file, line and reason */
function parseEdited(file: string, content: string): Editable {
  const fail = (line: number, message: string): never => {
    throw new CliError(`${file}:${line}: ${message}; your text is kept there`)
  }
  try {
    const { fields, lineOf, body } = parseMarkdown(content)
    const tags = fields['tags'] ?? []
    const parsed = Editable.safeParse({ ...fields, tags, body }, { reportInput: true })
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    if (issue?.code === 'unrecognized_keys') return fail(lineOf(issue.keys[0] ?? ''), issue.message)
    const [detail] = detailsOf(parsed.error)
    return fail(lineOf(String(issue?.path[0] ?? '')), `${detail?.path} ${detail?.message}`.trim())
  } catch (error) {
    if (error instanceof FileError) return fail(error.line, error.message)
    throw error
  }
}

/** The changed fields; white space around the body is ignored, because editors change it. */
function differences(idea: IdeaDetail, edited: Editable): Partial<Editable> {
  const body = trimmed(edited.body ?? '') === trimmed(idea.body) ? idea.body : edited.body
  const now = { ...edited, source_url: edited.source_url ?? null, body }
  const before: Readonly<Record<string, unknown>> = idea
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}

function trimmed(body: string): string {
  return body
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

/** Adds to an error where the edited text is stored. */
function keeping(file: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CliError)) throw error
    const reason =
      error instanceof ApiError && error.status === 412
        ? 'the idea was changed by somebody else meanwhile; nothing was overwritten'
        : error.message
    throw new CliError(`${reason}; your text is kept in ${file}`, error.exitCode)
  }
}

/** Ctrl-C is for the editor, which may go on after it; the terminal sends it to both. */
function ignore(): void {}

/** The exit code of the editor; null if a signal ended it. */
async function runEditor(editor: string, file: string): Promise<number | null> {
  // Before the editor runs, whose user may press it at once.
  process.on('SIGINT', ignore)
  // Through a shell, like git, because the variable may contain options; with its trap it outlives Ctrl-C as this process does.
  const child = spawn('sh', ['-c', `trap : INT; ${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
  return new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  }).finally(() => process.off('SIGINT', ignore))
}

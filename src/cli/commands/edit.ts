import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { z } from 'zod'
import { IdeaDetail, UpdateIdea } from '../../ideas/schema.ts'
import { idArgument, jsonOption, type Json } from '../arguments.ts'
import { environment } from '../environment.ts'
import { ApiError, CliError } from '../errors.ts'
import { FileError, parseMarkdown, toMarkdown } from '../front-matter.ts'
import { plain, printJson, say } from '../output.ts'
import { withRest } from '../settings.ts'

const Editable = UpdateIdea.pick({ title: true, status: true, tags: true, source_url: true, body: true })
  .required({ title: true })
  .strict()
type Editable = z.infer<typeof Editable>

/** `edit`: an idea as a Markdown file in the user's editor. */
export function editCommand(): Command {
  return new Command('edit')
    .description('Edit an idea in your editor ($VISUAL or $EDITOR)')
    .argument('<id>', 'its id', idArgument)
    .addOption(jsonOption())
    .action(edit)
}

async function edit(id: number, { json }: Json): Promise<void> {
  const editor = environment.editor()
  if (editor === undefined) throw new CliError('no editor: set EDITOR, for example to nano')
  await withRest(async (rest) => {
    const { body: raw, header } = await rest.send('GET', `/ideas/${id}`, z.unknown())
    const idea = IdeaDetail.parse(raw)
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'ideas-')), `idea-${id}.md`)
    const { title, status, tags, source_url, body } = idea
    const before = toMarkdown({ title, status, tags, source_url }, body)
    await writeFile(file, before, { mode: 0o600 })
    await runEditor(editor, file)
    const after = await readFile(file, 'utf8')
    const changes = after === before ? {} : differences(idea, parseEdited(file, after))
    if (Object.keys(changes).length === 0) {
      say(`Idea ${id} is unchanged.`)
      if (json) printJson(raw)
    } else {
      const etag = header('etag')
      const headers = etag === undefined ? {} : { 'If-Match': etag }
      const changed = await rest
        .send('PATCH', `/ideas/${id}`, z.unknown(), { body: changes, headers })
        .catch(keeping(file))
      if (json) printJson(changed.body)
      say(`Changed ${Object.keys(changes).join(', ')} of idea ${id}: ${plain(changes.title ?? idea.title)}`)
    }
    await rm(path.dirname(file), { recursive: true })
  })
}

/** @throws CliError naming file, line and reason */
function parseEdited(file: string, content: string): Editable {
  const fail = (line: number, message: string): never => {
    throw new CliError(`${file}:${line}: ${message}; your text is kept there`)
  }
  try {
    const { fields, lineOf, body } = parseMarkdown(content)
    const tags = fields['tags'] ?? []
    const parsed = Editable.safeParse({ ...fields, tags, body })
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const name = String(issue?.code === 'unrecognized_keys' ? issue.keys[0] : (issue?.path[0] ?? ''))
    return fail(lineOf(name), `${issue?.path.join('.')} ${issue?.message}`.trim())
  } catch (error) {
    if (error instanceof FileError) return fail(error.line, error.message)
    throw error
  }
}

/** What differs; in the body not the ends, since the file shows and editors leave them differently. */
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

/** A refusal that tells where the edited text is. */
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

async function runEditor(editor: string, file: string): Promise<void> {
  // As git does: the variable may hold options.
  const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  if (code !== 0) throw new CliError(`the editor ended with ${code ?? 'a signal'}; nothing was changed`)
}

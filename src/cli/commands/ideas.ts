import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { z } from 'zod'
import { Idea, IdeaDetail, IdeaStatus, ListIdeas } from '../../ideas/schema.ts'
import { collect, idArgument, idsOrInput, jsonOption, wholeNumber, type Json } from '../arguments.ts'
import { ApiError, CliError, EXIT } from '../errors.ts'
import { printColumns, printJson, printMade, plain, say, shortTime } from '../output.ts'
import type { Rest } from '../rest.ts'
import { withRest } from '../settings.ts'
import { showIdea } from '../show-idea.ts'
import { confirm } from '../terminal.ts'

const statusOption = (text: string): Option =>
  new Option('--status <status>', text).choices(IdeaStatus.options)

/** `add`, `list`, `show` and `rm`. */
export function ideaCommands(): Command[] {
  return [addCommand(), listCommand(), showCommand(), removeCommand()]
}

type AddOptions = Json &
  Readonly<{ body?: string; tag?: string[]; status?: string; parent?: number; url?: string; force?: boolean }>

function addCommand(): Command {
  return new Command('add')
    .description('Capture an idea')
    .argument('<title>', 'its title')
    .option('--body <text>', 'its text; - reads it from standard input')
    .option('--tag <name>', 'a tag; may be given several times', collect)
    .addOption(statusOption('how far it is (default: captured)'))
    .option('--parent <id>', 'the idea that it is part of', idArgument)
    .option('--url <url>', 'where it comes from')
    .option('--force', 'add it although an equal idea exists')
    .addOption(jsonOption())
    .action(async (title: string, options: AddOptions) => {
      const { body, tag: tags, status, parent: parent_id, url: source_url, force, json } = options
      const content = body === '-' ? await text(process.stdin) : body
      const idea = { title, body: content, tags, status, parent_id, source_url }
      await withRest(async (rest) => {
        const query = force ? { force } : {}
        const made = await rest
          .post('/ideas', z.looseObject({ id: z.number() }), { body: idea, query })
          .catch(hinted)
        if (json) return printJson(made)
        printMade(made.id, `Added idea ${made.id}: ${plain(title)}`)
      })
    })
}

function hinted(error: unknown): never {
  if (error instanceof ApiError && error.status === 409 && error.message.includes('equal')) {
    throw new CliError(`${error.message}; --force adds it all the same`, EXIT.conflict)
  }
  throw error
}

type ListOptions = Json &
  Readonly<{
    status?: string
    tag?: string[]
    sort?: string
    limit?: number
    offset?: number
    all?: boolean
    ids?: boolean
  }>

function listCommand(): Command {
  return new Command('list')
    .description('List ideas, newest first')
    .addOption(statusOption('only ideas with this status'))
    .option('--tag <name>', 'only ideas with this tag; several times: with all of them', collect)
    .addOption(
      new Option('--sort <field>', 'order; - for descending').choices(ListIdeas.shape.sort.unwrap().options),
    )
    .option('--limit <n>', 'how many at most, 1 to 100 (default: 20)', wholeNumber)
    .option('--offset <n>', 'how many to skip', wholeNumber)
    .addOption(new Option('--all', 'all of them').conflicts(['limit', 'offset']))
    .addOption(
      new Option('--ids', 'print the ids alone, as `ideas tag` and `ideas rm` take them').conflicts('json'),
    )
    .addOption(jsonOption())
    .action(async ({ json, ids, ...options }: ListOptions) => {
      await withRest(async (rest) => {
        const { ideas, total } = await find(rest, options)
        if (json) return printJson(ideas)
        const rows = z.array(Idea).parse(ideas)
        if (ids) return process.stdout.write(rows.map(({ id }) => `${id}\n`).join(''))
        if (rows.length === 0) return say('No ideas.')
        printIdeas(rows)
        if (rows.length < total) say(`${rows.length} of ${total} ideas; --all lists them all.`)
      })
    })
}

type Found = Readonly<{ ideas: unknown[]; total: number }>

async function find(rest: Rest, { all, ...query }: Omit<ListOptions, 'json' | 'ids'>): Promise<Found> {
  const ideas: unknown[] = []
  for (;;) {
    const paged = all ? { ...query, limit: 100, offset: ideas.length } : query
    const { body, header } = await rest.send('GET', '/ideas', z.array(z.unknown()), { query: paged })
    ideas.push(...body)
    const total = Number(header('x-total-count') ?? ideas.length)
    if (!all || body.length === 0 || ideas.length >= total) return { ideas, total }
  }
}

function printIdeas(ideas: readonly Idea[]): void {
  printColumns(ideas, [
    { name: 'ID', value: ({ id }) => id },
    { name: 'TITLE', value: ({ title }) => title, shrinks: true },
    { name: 'STATUS', value: ({ status }) => status },
    { name: 'TAGS', value: ({ tags }) => tags.join(', '), shrinks: true },
    { name: 'UPDATED', value: ({ updated_at }) => shortTime(updated_at) },
  ])
}

function showCommand(): Command {
  return new Command('show')
    .description('Show an idea with its links and relations')
    .argument('<id>', 'its id', idArgument)
    .addOption(jsonOption())
    .action(async (id: number, { json }: Json) => {
      await withRest(async (rest) => {
        if (json) printJson(await rest.get(`/ideas/${id}`, z.unknown()))
        else showIdea(await rest.get(`/ideas/${id}`, IdeaDetail))
      })
    })
}

type RemoveOptions = Json & Readonly<{ yes?: boolean; dryRun?: boolean }>

function removeCommand(): Command {
  return new Command('rm')
    .description('Delete ideas for good, with their links and relations')
    .argument('[ids...]', 'their ids; - or nothing reads them from standard input (then with --yes)')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only tell what would be deleted')
    .addOption(jsonOption())
    .action(async (words: string[], { yes, dryRun, json }: RemoveOptions) => {
      const ids = await idsOrInput(words)
      await withRest(async (rest) => {
        // All of them are looked at first: a mistyped id deletes nothing.
        const ideas: Idea[] = []
        for (const id of ids) ideas.push(await rest.get(`/ideas/${id}`, Idea).catch(naming(id)))
        const names = ideas.map(({ id, title }) => `${id} “${plain(title)}”`)
        if (!dryRun) await confirm(question(names), yes)
        for (const [at, id] of ids.entries()) {
          if (!dryRun) await rest.remove(`/ideas/${id}`)
          if (!json) say(`${dryRun ? 'Would delete' : 'Deleted'} ${names[at]}`)
        }
        if (json) printJson(ids.map((id) => (dryRun ? { id, dry_run: true } : { id, success: true })))
      })
    })
}

const SHOWN = 5

function question(names: readonly string[]): string {
  const [only] = names
  if (names.length === 1) return `Delete idea ${only} for good?`
  const rest = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return `Delete ${names.length} ideas for good: ${names.slice(0, SHOWN).join(', ')}${rest}?`
}

/** A refusal that tells which of several ids it is about. */
function naming(id: number): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.status === 404) {
      throw new CliError(`idea ${id} does not exist; nothing was deleted`, EXIT.notFound)
    }
    throw error
  }
}

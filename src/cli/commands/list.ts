import { Command, Option } from 'commander'
import { z } from 'zod'
import { Idea, IdeaStatus, ListIdeas } from '../../ideas/schema.ts'
import { collect, examples, jsonOption, wholeNumber, type Json } from '../arguments.ts'
import { printColumns, printJson, say, shortTime } from '../output.ts'
import type { Rest } from '../rest.ts'
import { withRest } from '../settings.ts'

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

/** `list`: a page of ideas, or all of them. */
export function listCommand(): Command {
  return new Command('list')
    .description('List ideas, newest first')
    .addOption(new Option('--status <status>', 'only ideas with this status').choices(IdeaStatus.options))
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
    .addHelpText(
      'after',
      examples('ideas list --tag sync --sort -updated_at', 'ideas list --all --json | jq .[].title'),
    )
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

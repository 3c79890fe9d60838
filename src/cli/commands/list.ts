import { Option } from 'commander'
import { z } from 'zod'
import { Idea, IdeaCounts, ListIdeas } from '../../features/ideas/schema.ts'
import { allPages, type Query } from '../api-client.ts'
import { counted } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { printColumns, printJson, say, shortTime } from '../output.ts'

type Options = Json & Readonly<{ ids?: boolean; all?: boolean }> & Query

/** `list` and `counts`. */
export function listCommands(): ClientCommand[] {
  return [listCommand(), countsCommand()]
}

/** Lists a page of ideas, or all. */
function listCommand(): ClientCommand {
  return new ClientCommand('list')
    .description('List ideas, newest first')
    .filtered()
    .choice('--sort <field>', 'sort order; - for descending', ListIdeas.shape.sort.unwrap().options)
    .paged()
    .addOption(new Option('--all', 'list all pages').conflicts(['limit', 'offset']))
    .addOption(new Option('--ids', 'print only ids, for `ideas tag` and `ideas rm`').conflicts('json'))
    .json()
    .examples('ideas list --tag sync --sort -updated_at', 'ideas list --all --json | jq .[].title')
    .calls(async (client, { json, ids, all, ...query }: Options) => {
      const page = all ? undefined : await client.get('/ideas', query)
      const reply = page ?? (await allPages(client, '/ideas', query))
      if (json) return printJson(reply.body)
      const rows = reply.as(z.array(Idea))
      if (ids) process.stdout.write(rows.map(({ id }) => `${id}\n`).join(''))
      else if (rows.length === 0) say('No ideas.')
      else printIdeas(rows)
      const total = Number(page?.header('x-total-count') ?? rows.length)
      if (rows.length < total) say(`${rows.length} of ${total} ideas; --all lists them all.`)
    })
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

function countsCommand(): ClientCommand {
  return new ClientCommand('counts')
    .description('Count ideas by status')
    .filtered()
    .json()
    .examples('ideas counts --tag sync')
    .calls(async (client, { json, ...query }: Json & Query) => {
      const reply = await client.get('/ideas/counts', query)
      if (json) return printJson(reply.body)
      const { total, by_status } = reply.as(IdeaCounts)
      printColumns(Object.entries(by_status), [
        { name: 'STATUS', value: ([status]) => status },
        { name: 'IDEAS', value: ([, count]) => count },
      ])
      say(`${counted(total, 'idea')}.`)
    })
}

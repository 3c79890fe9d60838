import { Insights } from '../../features/insights/schema.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { plain, printJson, styled } from '../output.ts'

type Named = Readonly<{ id: number; title: string }>

/** Lines of each section. */
const SHOWN = 10

/** `insights`: prints what the shape of the graph tells. */
export function insightsCommand(): ClientCommand {
  return new ClientCommand('insights')
    .description('Print what the shape of the graph tells: hubs, orphans, chains, groups, what could start')
    .json()
    .examples('ideas insights', 'ideas insights --json | jq .ready.items[].title')
    .calls(async (client, { json }: Json) => {
      const reply = await client.get('/map/insights')
      if (json) return printJson(reply.body)
      const found = reply.as(Insights)
      const group = ({ size, ideas }: (typeof found)['components']['items'][number]): string =>
        `${size} ideas: ${ideas.slice(0, 3).map(titled).join(', ')}`
      print('Could start now', found.ready, titled)
      print('Longest blocking chain', found.longest_blocking_chain, titled)
      print('Most connected', found.hubs, (hub) => `${titled(hub)} (${hub.connections} relations)`)
      print('Communities', found.communities, group)
      print('Components', found.components, group)
      print('Without relations', found.orphans, titled)
      print('Cycles', found.cycles, (ideas) => ideas.map(titled).join(' → '))
    })
}

function titled({ id, title }: Named): string {
  return `${id} ${plain(title)}`
}

function print<Entry>(
  heading: string,
  { total, items }: Readonly<{ total: number; items: readonly Entry[] }>,
  line: (entry: Entry) => string,
): void {
  const lines = items.slice(0, SHOWN).map((entry) => `  ${line(entry)}\n`)
  const rest = total > lines.length ? `  … ${total - lines.length} more\n` : ''
  process.stdout.write(`${styled('bold', `${heading}: ${total}`)}\n${lines.join('')}${rest}`)
}

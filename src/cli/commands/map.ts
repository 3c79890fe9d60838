import { Option } from 'commander'
import type { z } from 'zod'
import { GraphMap } from '../../features/map/schema.ts'
import { ClientCommand } from '../client-command.ts'
import { printColumns, printJson, say } from '../output.ts'
import { print } from '../save.ts'

const FORMATS = ['table', 'json', 'mermaid', 'graphml', 'gexf', 'cypher'] as const

/** `map`: prints all ideas and relations as a graph, in one of several formats. */
export function mapCommand(): ClientCommand {
  return new ClientCommand('map')
    .description('Print all ideas and relations as a graph')
    .addOption(new Option('--format <format>', 'the format').choices(FORMATS).default('table'))
    .addOption(
      new Option('--json', 'print the response of the API, for programs').implies({ format: 'json' }),
    )
    .examples('ideas map --format mermaid > map.mmd', 'ideas map --json | jq .edges')
    .calls(async (client, { format }: Readonly<{ format: (typeof FORMATS)[number] }>) => {
      if (format === 'json') return printJson((await client.get('/map')).body)
      if (format === 'table') return printTable((await client.get('/map')).as(GraphMap))
      await print((await client.stream('/user/export/graph', { query: { format } })).body)
    })
}

function printTable({ nodes, edges }: z.infer<typeof GraphMap>): void {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]))
  const named = (id: number): string => `${id} ${titles.get(id) ?? ''}`
  if (edges.length > 0) {
    printColumns(edges, [
      { name: 'RELATION', value: ({ id }) => id },
      { name: 'SOURCE', value: ({ source }) => named(source), shrinks: true },
      { name: 'TYPE', value: ({ relation_type }) => relation_type },
      { name: 'TARGET', value: ({ target }) => named(target), shrinks: true },
      { name: 'NOTE', value: ({ note }) => note ?? '', shrinks: true },
    ])
  }
  const alone = nodes.filter(({ connectionCount }) => connectionCount === 0).length
  say(`${nodes.length} ideas, ${edges.length} relations; ${alone} ideas without any.`)
}

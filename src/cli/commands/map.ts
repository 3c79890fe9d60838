import { Command, Option } from 'commander'
import { z } from 'zod'
import { GraphMap } from '../../map/schema.ts'
import { examples, jsonOption, type Json } from '../arguments.ts'
import { printColumns, printJson, say } from '../output.ts'
import { print } from '../save.ts'
import { withRest } from '../settings.ts'

const FORMATS = ['table', 'json', 'mermaid', 'graphml', 'gexf', 'cypher'] as const

/** `map`: all ideas and relations as a graph, in one of the formats of graph programs. */
export function mapCommand(): Command {
  return new Command('map')
    .description('Print all ideas and relations as a graph')
    .addOption(new Option('--format <format>', 'how').choices(FORMATS).default('table'))
    .addHelpText('after', examples('ideas map --format mermaid > map.mmd', 'ideas map --json | jq .edges'))
    .addOption(jsonOption().implies({ format: 'json' }))
    .action(async ({ format }: Json & { format: (typeof FORMATS)[number] }) => {
      await withRest(async (rest) => {
        if (format === 'json') return printJson(await rest.get('/map', z.unknown()))
        if (format === 'table') return printTable(await rest.get('/map', GraphMap))
        const { body } = await rest.stream('POST', '/user/export/graph', { query: { format } })
        await print(body)
      })
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

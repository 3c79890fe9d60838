import { Option } from 'commander'
import type { z } from 'zod'
import { DEFAULT_NODES, GraphMap, MAP_LIMITS, MapPath } from '../../features/map/schema.ts'
import type { Query } from '../api-client.ts'
import { collect, idArgument, wholeNumber } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { CliError, EXIT } from '../errors.ts'
import { plain, printColumns, printJson, say } from '../output.ts'
import { print } from '../save.ts'

const FORMATS = ['table', 'json', 'mermaid', 'graphml', 'gexf', 'cypher'] as const
type Options = Readonly<{ format: (typeof FORMATS)[number]; type?: string[]; tag?: string[] }> & Query
type PathOptions = Json & Readonly<{ type?: string[] }>

/** `map` prints all ideas and relations as a graph, or a part of it; `path` how two ideas are connected. */
export function mapCommands(): ClientCommand[] {
  return [mapCommand(), pathCommand()]
}

function mapCommand(): ClientCommand {
  return new ClientCommand('map')
    .description('Print all ideas and relations as a graph, or a part of it')
    .addOption(new Option('--format <format>', 'the format').choices(FORMATS).default('table'))
    .addOption(
      new Option('--json', 'print the response of the API, for programs').implies({ format: 'json' }),
    )
    .option('--focus <id>', 'only the neighbourhood of this idea', idArgument)
    .option(
      '--depth <n>',
      `with --focus: how many relations away, 1 to ${MAP_LIMITS.depth} (default: 1)`,
      wholeNumber,
    )
    .option('--type <type>', 'only relations of this type; repeatable', collect)
    .option('--tag <name>', 'only ideas with this tag; repeatable: with one of them', collect)
    .option('--status <status>', 'only ideas with this status; repeatable', collect)
    .option(
      '--limit <n>',
      `maximum number of ideas of a part, 1 to ${MAP_LIMITS.nodes} (default: ${DEFAULT_NODES})`,
      wholeNumber,
    )
    .examples(
      'ideas map --format mermaid > map.mmd',
      'ideas map --focus 3 --depth 2',
      'ideas map --json | jq .edges',
    )
    .calls(async (client, { format, type: types = [], tag: tags = [], ...options }: Options) => {
      const { json: _, ...rest } = options
      // Named twice, because a single value is taken for a list where it holds commas.
      const named = tags.length === 1 ? [...tags, ...tags] : tags
      const query = { ...rest, ...(types.length > 0 && { types }), ...(tags.length > 0 && { tags: named }) }
      const isTable = format === 'table'
      if (isTable || format === 'json') {
        const reply = await client.get('/map', query)
        return isTable ? printTable(reply.as(GraphMap)) : printJson(reply.body)
      }
      if (Object.keys(query).length > 0) {
        throw new CliError(
          `the format ${format} is of the whole graph: leave the other options out`,
          EXIT.usage,
        )
      }
      await print((await client.stream('POST', '/user/export/graph', { query: { format } })).body)
    })
}

function pathCommand(): ClientCommand {
  return new ClientCommand('path')
    .description('Print a shortest path between two ideas, in either direction of the relations')
    .argument('<from>', 'id of the first idea', idArgument)
    .argument('<to>', 'id of the last idea', idArgument)
    .option('--type <type>', 'only over relations of this type; repeatable', collect)
    .json()
    .examples('ideas path 3 5', 'ideas path 3 5 --type blocks')
    .calls(async (client, from: number, to: number, { json, type: types = [] }: PathOptions) => {
      const reply = await client.get('/map/path', { from, to, ...(types.length > 0 && { types }) })
      if (json) return printJson(reply.body)
      const { path, relations } = reply.as(MapPath)
      if (path === null) return say(`There is no path from ${from} to ${to}.`)
      for (const [at, { id, title }] of path.entries()) {
        const relation = relations[at - 1]
        const arrow = relation && (relation.target_idea_id === id ? '→' : '←')
        const step = relation === undefined ? '' : `${arrow} ${relation.relation_type} ${arrow} `
        process.stdout.write(`${step}${id} ${plain(title)}\n`)
      }
    })
}

function printTable({ nodes, edges, truncated }: z.infer<typeof GraphMap>): void {
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
  if (truncated) say('There are more: --limit raises the number.')
}

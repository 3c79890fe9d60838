import { z } from 'zod'
import { Developed, Specification } from '../../features/develop/schema.ts'
import { ProviderName } from '../../platform/llm/schema.ts'
import { idArgument } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { plain, printColumns, printJson, say, shortTime } from '../output.ts'

type Options = Json & Readonly<{ provider?: ProviderName; list?: boolean }>

/** `develop`: generates a specification of an idea with the user's own provider key. */
export function developCommand(): ClientCommand {
  return new ClientCommand('develop')
    .description('Generate a specification of an idea, with your own key for a provider')
    .argument('<idea>', 'id of the idea', idArgument)
    .choice('--provider <provider>', 'the provider (default: the first one with a key)', ProviderName.options)
    .option('--list', 'list earlier specifications instead')
    .json()
    .examples('ideas develop 7 > specification.md')
    .calls(async (client, id: number, { provider, list, json }: Options) => {
      const reply = list
        ? await client.get(`/ideas/${id}/specs`)
        : await client.post(`/ideas/${id}/develop`, { query: provider === undefined ? {} : { provider } })
      if (json) return printJson(reply.body)
      if (list) return print(reply.as(z.array(Specification)))
      const { spec, model, usage } = reply.as(Developed)
      process.stdout.write(`${process.stdout.isTTY ? plain(spec, { lines: true }) : spec}\n`)
      say(`Written by ${model}: ${usage.input_tokens} tokens read, ${usage.output_tokens} written.`)
    })
}

function print(specifications: readonly Specification[]): void {
  printColumns(
    specifications,
    [
      { name: 'WRITTEN', value: ({ created_at }) => shortTime(created_at) },
      { name: 'MODEL', value: ({ model }) => model },
      { name: 'TOKENS', value: ({ usage }) => usage.input_tokens + usage.output_tokens },
      { name: 'BEGINS', value: ({ spec }) => spec.replaceAll(/\s+/g, ' ').slice(0, 80), shrinks: true },
    ],
    'No specifications.',
  )
}

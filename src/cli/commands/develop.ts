import { Command, Option } from 'commander'
import { z } from 'zod'
import { Developed, Specification } from '../../develop/schema.ts'
import { ProviderName } from '../../providers/provider.ts'
import { examples, idArgument, jsonOption, type Json } from '../arguments.ts'
import { plain, printColumns, printJson, say, shortTime } from '../output.ts'
import { withRest } from '../settings.ts'

type Options = Json & Readonly<{ provider?: ProviderName; list?: boolean }>

/** `develop`: a specification of an idea, by the key that you brought. */
export function developCommand(): Command {
  return new Command('develop')
    .description('Have a specification of an idea written, by your own key for a provider')
    .argument('<idea>', 'id of the idea', idArgument)
    .addOption(
      new Option(
        '--provider <provider>',
        'by which one (default: the first that you have a key for)',
      ).choices(ProviderName.options),
    )
    .option('--list', 'list those that were written before instead')
    .addOption(jsonOption())
    .addHelpText('after', examples('ideas develop 7 > specification.md'))
    .action(async (id: number, { provider, list, json }: Options) => {
      await withRest(async (rest) => {
        if (list) return print(await rest.get(`/ideas/${id}/specs`, z.array(Specification)), json)
        const query = provider === undefined ? {} : { provider }
        const developed = await rest.post(`/ideas/${id}/develop`, Developed, { query })
        if (json) return printJson(developed)
        const { spec } = developed
        process.stdout.write(`${process.stdout.isTTY ? plain(spec, { lines: true }) : spec}\n`)
        const { input_tokens: read, output_tokens: written } = developed.usage
        say(`Written by ${developed.model}: ${read} tokens read, ${written} written.`)
      })
    })
}

function print(specifications: readonly Specification[], json: boolean | undefined): void {
  if (json) return printJson(specifications)
  if (specifications.length === 0) return say('No specifications.')
  printColumns(specifications, [
    { name: 'WRITTEN', value: ({ created_at }) => shortTime(created_at) },
    { name: 'MODEL', value: ({ model }) => model },
    { name: 'TOKENS', value: ({ usage }) => usage.input_tokens + usage.output_tokens },
    { name: 'BEGINS', value: ({ spec }) => spec.replaceAll(/\s+/g, ' ').slice(0, 80), shrinks: true },
  ])
}

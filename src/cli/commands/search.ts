import { Command, Option } from 'commander'
import { z } from 'zod'
import { IdeaStatus } from '../../ideas/schema.ts'
import { SearchAnswer, SearchMode, type FoundIdea } from '../../search/schema.ts'
import { collect, examples, jsonOption, wholeNumber, type Json } from '../arguments.ts'
import { printColumns, printJson, say } from '../output.ts'
import { withRest } from '../settings.ts'

type SearchOptions = Json &
  Readonly<{ mode?: SearchMode; status?: string; tag?: string[]; limit?: number; offset?: number }>

const BY: Readonly<Record<SearchMode, string>> = {
  keyword: 'their words',
  semantic: 'their meaning',
  hybrid: 'their words and their meaning',
}

/** `search`: the ideas that fit best. */
export function searchCommand(): Command {
  return new Command('search')
    .description('Search ideas, the best first')
    .argument('<words...>', 'what to look for')
    .addOption(
      new Option('--mode <mode>', 'how (default: semantic, or keyword while that cannot be had)').choices(
        SearchMode.options,
      ),
    )
    .addOption(new Option('--status <status>', 'only ideas with this status').choices(IdeaStatus.options))
    .option('--tag <name>', 'only ideas with this tag; several times: with all of them', collect)
    .option('--limit <n>', 'how many at most, 1 to 100 (default: 20)', wholeNumber)
    .option('--offset <n>', 'how many to skip', wholeNumber)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'ideas search how to work without a connection',
        'ideas search --mode keyword --tag sync offline --json | jq .results[].id',
      ),
    )
    .action(async (words: readonly string[], { json, ...options }: SearchOptions) => {
      await withRest(async (rest) => {
        const query = { q: words.join(' '), ...options }
        const { body } = await rest.send('GET', '/ideas/search', z.unknown(), { query })
        if (json) return printJson(body)
        const { search_type, results } = SearchAnswer.parse(body)
        if (results.length === 0) return say('No ideas.')
        printFound(results)
        say(`Found by ${BY[search_type]}.`)
      })
    })
}

function printFound(found: readonly FoundIdea[]): void {
  printColumns(found, [
    { name: 'ID', value: ({ id }) => id },
    { name: 'SCORE', value: ({ score }) => score.toFixed(2) },
    { name: 'TITLE', value: ({ title }) => title, shrinks: true },
    { name: 'SNIPPET', value: ({ snippet }) => snippet, shrinks: true },
  ])
}

import { SearchAnswer, SearchMode } from '../../features/search/schema.ts'
import type { Query } from '../api-client.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { printColumns, printJson, say } from '../output.ts'

const BY: Readonly<Record<SearchMode, string>> = {
  keyword: 'their words',
  semantic: 'their meaning',
  hybrid: 'their words and their meaning',
}

/** `search`: finds ideas by words or by meaning. */
export function searchCommand(): ClientCommand {
  return new ClientCommand('search')
    .description('Search ideas, best results first')
    .argument('<words...>', 'the query')
    .choice(
      '--mode <mode>',
      'the search mode (default: semantic, or keyword if that is unavailable)',
      SearchMode.options,
    )
    .filtered()
    .paged()
    .json()
    .examples(
      'ideas search how to work without a connection',
      'ideas search --mode keyword --tag sync offline --json | jq .results[].id',
    )
    .calls(async (client, words: readonly string[], { json, ...query }: Json & Query) => {
      const reply = await client.get('/ideas/search', { q: words.join(' '), ...query })
      if (json) return printJson(reply.body)
      const { search_type, results } = reply.as(SearchAnswer)
      if (results.length === 0) return say('No ideas.')
      printColumns(results, [
        { name: 'ID', value: ({ id }) => id },
        { name: 'SCORE', value: ({ score }) => score.toFixed(2) },
        { name: 'TITLE', value: ({ title }) => title, shrinks: true },
        { name: 'SNIPPET', value: ({ snippet }) => snippet, shrinks: true },
      ])
      say(`Found by ${BY[search_type]}.`)
    })
}

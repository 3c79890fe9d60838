import { Command } from 'commander'
import { z } from 'zod'
import { DuplicatePairs, type DuplicatePair } from '../../duplicates/schema.ts'
import { examples, idsOrInput, jsonOption, wholeNumber, type Json } from '../arguments.ts'
import { printColumns, printJson, say } from '../output.ts'
import { withRest } from '../settings.ts'

type ListOptions = Json & Readonly<{ limit?: number; offset?: number }>

/** `duplicates`: pairs of ideas that may be the same, and `duplicates dismiss`. */
export function duplicatesCommand(): Command {
  return new Command('duplicates')
    .description('List pairs of ideas that may be the same, the newest first')
    .option('--limit <n>', 'how many at most, 1 to 100 (default: 20)', wholeNumber)
    .option('--offset <n>', 'how many to skip', wholeNumber)
    .addOption(jsonOption())
    .addHelpText('after', examples('ideas duplicates', 'ideas duplicates dismiss 3'))
    .action(async ({ json, ...query }: ListOptions) => {
      await withRest(async (rest) => {
        const { body, header } = await rest.send('GET', '/ideas/duplicates', z.unknown(), { query })
        if (json) return printJson(body)
        const { duplicates } = DuplicatePairs.parse(body)
        if (duplicates.length === 0) return say('No duplicates.')
        printPairs(duplicates)
        say(`${duplicates.length} of ${header('x-total-count') ?? duplicates.length} pairs.`)
      })
    })
    .addCommand(dismissCommand())
}

function dismissCommand(): Command {
  return new Command('dismiss')
    .description('Say that the ideas of a pair are two; it is never raised again')
    .argument('[pairs...]', 'ids of pairs; - or nothing reads them from standard input')
    .addHelpText('after', examples('ideas duplicates dismiss 3 5'))
    .action(async (words: string[]) => {
      const ids = await idsOrInput(words)
      await withRest(async (rest) => {
        for (const id of ids) await rest.post(`/ideas/duplicates/${id}/dismiss`, z.unknown())
        say(`Dismissed ${ids.length} ${ids.length === 1 ? 'pair' : 'pairs'}.`)
      })
    })
}

function printPairs(pairs: readonly DuplicatePair[]): void {
  printColumns(pairs, [
    { name: 'PAIR', value: ({ id }) => id },
    { name: 'CONFIDENCE', value: ({ confidence }) => confidence?.toFixed(2) ?? '' },
    { name: 'ID', value: ({ idea_id }) => idea_id },
    { name: 'TITLE', value: ({ idea_title }) => idea_title, shrinks: true },
    { name: 'OF', value: ({ duplicate_of_id }) => duplicate_of_id },
    { name: 'TITLE', value: ({ duplicate_of_title }) => duplicate_of_title, shrinks: true },
    { name: 'WHY', value: ({ reasons }) => reasons.join('; '), shrinks: true },
  ])
}

import { DuplicatePairs, type DuplicatePair } from '../../features/duplicates/schema.ts'
import type { Query } from '../api-client.ts'
import { counted, idsOrInput } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { CliError } from '../errors.ts'
import { printColumns, printJson, say } from '../output.ts'

/** `duplicates`: pairs of possible duplicates, and `duplicates dismiss`. */
export function duplicatesCommand(): ClientCommand {
  const duplicates = new ClientCommand('duplicates')
    .description('List pairs of possible duplicates, newest first')
    .paged()
    .json()
    .examples('ideas duplicates', 'ideas duplicates dismiss 3')
    .calls(async (client, { json, ...query }: Json & Query) => {
      const reply = await client.get('/ideas/duplicates', query)
      if (json) return printJson(reply.body)
      const pairs = reply.as(DuplicatePairs).duplicates
      if (pairs.length === 0) return say('No duplicates.')
      printPairs(pairs)
      say(`${pairs.length} of ${reply.header('x-total-count') ?? pairs.length} pairs.`)
    })
  duplicates
    .command('dismiss')
    .description('Mark pairs as no duplicates; they are not reported again')
    .argument('[pairs...]', 'ids of pairs; - or nothing reads them from standard input')
    .examples('ideas duplicates dismiss 3 5')
    .calls(async (client, words: string[]) => {
      const ids = await idsOrInput(words)
      for (const [at, id] of ids.entries()) {
        await client.post(`/ideas/duplicates/${id}/dismiss`).catch((error: unknown) => {
          if (!(error instanceof CliError)) throw error
          const before =
            at === 0 ? '' : `; ${counted(at, 'pair')} before it ${at === 1 ? 'is' : 'are'} dismissed`
          throw new CliError(`pair ${id}: ${error.message}${before}`, error.exitCode)
        })
      }
      say(`Dismissed ${counted(ids.length, 'pair')}.`)
    })
  return duplicates
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

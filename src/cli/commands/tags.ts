import { Command } from 'commander'
import { z } from 'zod'
import { BulkTagged, MAX_BULK_IDEAS, Tag } from '../../tags/schema.ts'
import { examples, idsOrInput, jsonOption, type Json } from '../arguments.ts'
import { CliError, EXIT } from '../errors.ts'
import { plain, printColumns, printJson, say } from '../output.ts'
import { withRest } from '../settings.ts'

/** `tag add`, `tag rm` and `tags`. */
export function tagCommands(): Command[] {
  const tag = new Command('tag').description('Put a tag on ideas, or take it off: on all of them or on none')
  tag.addCommand(bulkCommand('add', 'Put a tag on ideas; a new name becomes a tag'))
  tag.addCommand(bulkCommand('rm', 'Take a tag off ideas'))
  const tags = new Command('tags')
    .description('List all tags')
    .addOption(jsonOption())
    .action(async ({ json }: Json) => {
      await withRest(async (rest) => {
        if (json) return printJson(await rest.get('/tags', z.unknown()))
        const all = await rest.get('/tags', z.array(Tag))
        if (all.length === 0) return say('No tags.')
        printColumns(all, [
          { name: 'ID', value: ({ id }) => id },
          { name: 'NAME', value: ({ name }) => name, shrinks: true },
          { name: 'COLOR', value: ({ color }) => color ?? '' },
          { name: 'IDEAS', value: ({ idea_count }) => idea_count },
        ])
      })
    })
  return [tag, tags]
}

function bulkCommand(verb: 'add' | 'rm', description: string): Command {
  return new Command(verb)
    .description(description)
    .argument('<name>', 'the tag')
    .argument('[ids...]', 'ids of ideas; - or nothing reads them from standard input')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(`ideas tag ${verb} later 3 5`, `ideas list --status shelved --ids | ideas tag ${verb} later`),
    )
    .action(async (name: string, words: string[], { json }: Json) => {
      const ids = await idsOrInput(words)
      if (ids.length > MAX_BULK_IDEAS) {
        throw new CliError(
          `${ids.length} ideas: at most ${MAX_BULK_IDEAS} can be tagged at once, all or none; nothing was changed`,
          EXIT.usage,
        )
      }
      const body = { action: verb === 'add' ? 'add' : 'remove', tag: name, idea_ids: ids }
      await withRest(async (rest) => {
        const answer = await rest.post('/tags/bulk', z.unknown(), { body })
        if (json) return printJson(answer)
        const { tag, changed } = BulkTagged.parse(answer)
        say(`${plain(tag)}: ${verb === 'add' ? 'put on' : 'taken off'} ${changed} of ${ids.length} ideas`)
      })
    })
}

import { z } from 'zod'
import { BulkTagged, MAX_BULK_IDEAS, Tag } from '../../features/tags/schema.ts'
import { idsOrInput } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { CliError, EXIT } from '../errors.ts'
import { plain, printColumns, printJson, say } from '../output.ts'

/** `tag add`, `tag rm` and `tags`. */
export function tagCommands(): ClientCommand[] {
  const tag = new ClientCommand('tag').description('Add a tag to ideas, or remove it from them: all or none')
  bulkCommand(tag, 'add', 'Add a tag to ideas; creates a missing tag')
  bulkCommand(tag, 'rm', 'Remove a tag from ideas')
  const tags = new ClientCommand('tags').description('List all tags').json()
  tags.calls(async (client, { json }: Json) => {
    const reply = await client.get('/tags')
    if (json) return printJson(reply.body)
    printColumns(
      reply.as(z.array(Tag)),
      [
        { name: 'ID', value: ({ id }) => id },
        { name: 'NAME', value: ({ name }) => name, shrinks: true },
        { name: 'COLOR', value: ({ color }) => color ?? '' },
        { name: 'IDEAS', value: ({ idea_count }) => idea_count },
      ],
      'No tags.',
    )
  })
  return [tag, tags]
}

function bulkCommand(parent: ClientCommand, verb: 'add' | 'rm', description: string): void {
  parent
    .command(verb)
    .description(description)
    .argument('<name>', 'the tag')
    .argument('[ids...]', 'ids of ideas; - or none reads them from standard input')
    .json()
    .examples(`ideas tag ${verb} later 3 5`, `ideas list --status shelved --ids | ideas tag ${verb} later`)
    .calls(async (client, name: string, words: string[], { json }: Json) => {
      const ids = await idsOrInput(words)
      if (ids.length > MAX_BULK_IDEAS) {
        throw new CliError(
          `${ids.length} ideas: at most ${MAX_BULK_IDEAS} can be tagged at once, all or none; nothing was changed`,
          EXIT.usage,
        )
      }
      const body = { action: verb === 'add' ? 'add' : 'remove', tag: name, idea_ids: ids }
      const reply = await client.post('/tags/bulk', { body })
      if (json) return printJson(reply.body)
      const { tag, changed } = reply.as(BulkTagged)
      say(`${plain(tag)}: ${verb === 'add' ? 'put on' : 'taken off'} ${changed} of ${ids.length} ideas`)
    })
}

import { z } from 'zod'
import { BulkTagged, MAX_BULK_IDEAS, Tag, tagKey } from '../../features/tags/schema.ts'
import { counted, idArgument, idsOrInput } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { CliError, EXIT } from '../errors.ts'
import { plain, printColumns, printJson, say } from '../output.ts'
import { confirm } from '../prompt.ts'

/** `tag` with its verbs, `tags` and `tags merge`. */
export function tagCommands(): ClientCommand[] {
  const tag = new ClientCommand('tag').description(
    'Add a tag to ideas or remove it, all or none; accept or refuse an automatic one',
  )
  bulkCommand(tag, 'add', 'Add a tag to ideas; creates a missing tag')
  bulkCommand(tag, 'rm', 'Remove a tag from ideas')
  reviewCommand(tag, 'accept', 'Make an automatic tag of an idea a chosen one')
  reviewCommand(tag, 'refuse', 'Remove an automatic tag from an idea, which is not given it again')
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
  mergeCommand(tags)
  return [tag, tags]
}

function mergeCommand(parent: ClientCommand): void {
  parent
    .command('merge')
    .description('Merge a tag into another one, which remains')
    .argument('<tag>', 'the tag that goes, by name or id')
    .argument('<into>', 'the tag that remains, by name or id')
    .option('--yes', 'do not ask')
    .json()
    .examples('ideas tags merge ui interface', 'ideas tags merge 3 5 --yes')
    .calls(async (client, word: string, intoWord: string, { yes, json }: Json & { yes?: boolean }) => {
      const tags = (await client.get('/tags')).as(z.array(Tag))
      const [tag, into] = [found(tags, word), found(tags, intoWord)]
      const names = `${plain(tag.name)} into ${plain(into.name)}`
      await confirm(`Merge ${names}? This cannot be undone.`, yes)
      const reply = await client.post(`/tags/${tag.id}/merge`, { body: { into_id: into.id } })
      if (json) printJson(reply.body)
      else say(`Merged ${names}: on ${counted(reply.as(Tag).idea_count, 'idea')}`)
    })
}

/** Finds a tag as the API does: digits only are an id, anything else a name. */
function found(tags: readonly Tag[], word: string): Tag {
  const tag = tags.find(({ id, name }) =>
    /^\d+$/.test(word) ? id === Number(word) : tagKey(name) === tagKey(word),
  )
  if (tag === undefined) throw new CliError(`there is no tag ${word}`, EXIT.notFound)
  return tag
}

function reviewCommand(parent: ClientCommand, verb: 'accept' | 'refuse', description: string): void {
  parent
    .command(verb)
    .description(description)
    .argument('<name>', 'the tag')
    .argument('<id>', 'id of the idea', idArgument)
    .json()
    .examples(`ideas tag ${verb} sync 3`)
    .calls(async (client, name: string, id: number, { json }: Json) => {
      const reply = await client.post(`/ideas/${id}/automatic-tags/${encodeURIComponent(name)}/${verb}`)
      if (json) return printJson(reply.body)
      say(`${plain(name)}: ${verb === 'accept' ? 'a chosen tag of' : 'taken off'} idea ${id}`)
    })
}

function bulkCommand(parent: ClientCommand, verb: 'add' | 'rm', description: string): void {
  parent
    .command(verb)
    .description(description)
    .argument('<name>', 'the tag')
    .argument('[ids...]', 'ids of ideas; - or none reads them from standard input')
    .json()
    .examples(
      `ideas tag ${verb} later 3 5`,
      `ideas list --all --status shelved --ids | ideas tag ${verb} later`,
    )
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

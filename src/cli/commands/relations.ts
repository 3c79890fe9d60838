import { Argument } from 'commander'
import { LinkType } from '../../features/links/schema.ts'
import { RelationsOfIdea, RelationType } from '../../features/relations/schema.ts'
import type { ApiClient } from '../api-client.ts'
import { idArgument } from '../arguments.ts'
import { ClientCommand, printMade, type Json } from '../client-command.ts'
import { CliError, EXIT } from '../errors.ts'
import { say } from '../output.ts'

type RelateOptions = Json & Readonly<{ note?: string; force?: boolean }>
type LinkOptions = Json & Readonly<{ title?: string; type?: string }>

/** `relate`, `unrelate` and `link`. */
export function relationCommands(): ClientCommand[] {
  return [relateCommand(), unrelateCommand(), linkCommand()]
}

function relateCommand(): ClientCommand {
  return new ClientCommand('relate')
    .description('Relate one idea to another: 3 blocks 5')
    .argument('<source>', 'id of the first idea', idArgument)
    .addArgument(new Argument('<type>', 'the type of the relation').choices(RelationType.options))
    .argument('<target>', 'id of the second idea', idArgument)
    .option('--note <text>', 'a note')
    .option('--force', 'allow cycles of supersedes relations')
    .json()
    .examples('ideas relate 3 blocks 5 --note "first things first"')
    .calls(async (client, source: number, type: string, target: number, options: RelateOptions) => {
      const { note, force, json } = options
      const body = { source_idea_id: source, target_idea_id: target, relation_type: type, note }
      const reply = await client.post('/map/relations', { body, query: force ? { force } : {} })
      printMade(reply, json, (id) => `Relation ${id}: ${source} ${type} ${target}`)
    })
}

function unrelateCommand(): ClientCommand {
  return new ClientCommand('unrelate')
    .description('Remove a relation, by its id or by its ideas and type')
    .argument('<relation-or-source>', 'id of the relation, or of its first idea', idArgument)
    .addArgument(new Argument('[type]', 'its type, if ideas are given').choices(RelationType.options))
    .argument('[target]', 'id of its second idea', idArgument)
    .examples('ideas unrelate 12', 'ideas unrelate 3 blocks 5')
    .calls(async (client, first: number, type: string | undefined, target: number | undefined) => {
      if (type !== undefined && target === undefined) {
        throw new CliError('name a relation by its id, or by both ideas and the type', EXIT.usage)
      }
      const id =
        type === undefined || target === undefined ? first : await findRelation(client, first, type, target)
      await client.delete(`/map/relations/${id}`)
      say(`Removed relation ${id}`)
    })
}

/** Finds a relation by its ends; `related` in either direction. */
async function findRelation(
  client: ApiClient,
  source: number,
  type: string,
  target: number,
): Promise<number> {
  const { outgoing, incoming } = (await client.get(`/ideas/${source}/relations`)).as(RelationsOfIdea)
  const found = [
    ...outgoing.filter(({ target_idea_id }) => target_idea_id === target),
    ...incoming.filter(({ source_idea_id }) => type === 'related' && source_idea_id === target),
  ].find(({ relation_type }) => relation_type === type)
  if (found === undefined)
    throw new CliError(`there is no relation ${source} ${type} ${target}`, EXIT.notFound)
  return found.id
}

function linkCommand(): ClientCommand {
  return new ClientCommand('link')
    .description('Add a link to an idea')
    .argument('<id>', 'id of the idea', idArgument)
    .argument('<url>', 'the URL')
    .option('--title <text>', 'its title')
    .choice('--type <type>', 'the type of the target', LinkType.options)
    .json()
    .calls(async (client, id: number, url: string, { title, type, json }: LinkOptions) => {
      const reply = await client.post(`/ideas/${id}/links`, { body: { url, title, link_type: type } })
      printMade(reply, json, (made) => `Link ${made} of idea ${id}: ${url}`)
    })
}

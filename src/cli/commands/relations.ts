import { Argument, Command, Option } from 'commander'
import { z } from 'zod'
import { LinkType } from '../../links/schema.ts'
import { RelationsOfIdea, RelationType } from '../../relations/schema.ts'
import { examples, idArgument, jsonOption, type Json } from '../arguments.ts'
import { CliError, EXIT } from '../errors.ts'
import { printJson, printMade, say } from '../output.ts'
import type { Rest } from '../rest.ts'
import { withRest } from '../settings.ts'

const Made = z.looseObject({ id: z.number() })

/** `relate`, `unrelate` and `link`. */
export function relationCommands(): Command[] {
  return [relateCommand(), unrelateCommand(), linkCommand()]
}

function relateCommand(): Command {
  return new Command('relate')
    .description('Relate one idea to another: 3 blocks 5')
    .argument('<source>', 'id of the first idea', idArgument)
    .addArgument(new Argument('<type>', 'how it stands to the second').choices(RelationType.options))
    .argument('<target>', 'id of the second idea', idArgument)
    .addHelpText('after', examples('ideas relate 3 blocks 5 --note "first things first"'))
    .option('--note <text>', 'why')
    .option('--force', 'let supersedes close a cycle')
    .addOption(jsonOption())
    .action(
      async (
        source: number,
        type: string,
        target: number,
        { note, force, json }: Json & { note?: string; force?: boolean },
      ) => {
        const body = { source_idea_id: source, target_idea_id: target, relation_type: type, note }
        await withRest(async (rest) => {
          const made = await rest.post('/map/relations', Made, { body, query: force ? { force } : {} })
          if (json) return printJson(made)
          printMade(made.id, `Relation ${made.id}: ${source} ${type} ${target}`)
        })
      },
    )
}

function unrelateCommand(): Command {
  return new Command('unrelate')
    .description('Remove a relation, by its id or by what it says')
    .argument('<relation-or-source>', 'id of the relation, or of its first idea', idArgument)
    .addArgument(new Argument('[type]', 'its type, with two ideas').choices(RelationType.options))
    .argument('[target]', 'id of its second idea', idArgument)
    .addHelpText('after', examples('ideas unrelate 12', 'ideas unrelate 3 blocks 5'))
    .action(async (first: number, type: string | undefined, target: number | undefined) => {
      if (type !== undefined && target === undefined) {
        throw new CliError('name a relation by its id, or by both ideas and the type', EXIT.usage)
      }
      await withRest(async (rest) => {
        const id =
          type === undefined || target === undefined ? first : await findRelation(rest, first, type, target)
        await rest.remove(`/map/relations/${id}`)
        say(`Removed relation ${id}`)
      })
    })
}

/** `related` goes both ways, so either direction will do for it. */
async function findRelation(rest: Rest, source: number, type: string, target: number): Promise<number> {
  const { outgoing, incoming } = await rest.get(`/ideas/${source}/relations`, RelationsOfIdea)
  const found =
    outgoing.find((relation) => relation.relation_type === type && relation.target_idea_id === target) ??
    incoming.find(
      (relation) =>
        type === 'related' && relation.relation_type === type && relation.source_idea_id === target,
    )
  if (found === undefined)
    throw new CliError(`there is no relation ${source} ${type} ${target}`, EXIT.notFound)
  return found.id
}

function linkCommand(): Command {
  return new Command('link')
    .description('Add a link to an idea')
    .argument('<id>', 'id of the idea', idArgument)
    .argument('<url>', 'where the link leads')
    .option('--title <text>', 'its title')
    .addOption(new Option('--type <type>', 'what it leads to').choices(LinkType.options))
    .addOption(jsonOption())
    .action(
      async (id: number, url: string, { title, type, json }: Json & { title?: string; type?: string }) => {
        await withRest(async (rest) => {
          const made = await rest.post(`/ideas/${id}/links`, Made, { body: { url, title, link_type: type } })
          if (json) return printJson(made)
          printMade(made.id, `Link ${made.id} of idea ${id}: ${url}`)
        })
      },
    )
}

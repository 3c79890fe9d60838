import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { z } from 'zod'
import { IdeaDetail, IdeaStatus } from '../../ideas/schema.ts'
import { collect, examples, idArgument, jsonOption, type Json } from '../arguments.ts'
import { ApiError, CliError, EXIT } from '../errors.ts'
import { plain, printJson, printMade } from '../output.ts'
import { withRest } from '../settings.ts'
import { showIdea } from '../show-idea.ts'

/** `add` and `show`. */
export function ideaCommands(): Command[] {
  return [addCommand(), showCommand()]
}

type AddOptions = Json &
  Readonly<{ body?: string; tag?: string[]; status?: string; parent?: number; url?: string; force?: boolean }>

function addCommand(): Command {
  return new Command('add')
    .description('Capture an idea')
    .argument('<title>', 'its title')
    .option('--body <text>', 'its text; - reads it from standard input')
    .option('--tag <name>', 'a tag; may be given several times', collect)
    .addOption(
      new Option('--status <status>', 'how far it is (default: captured)').choices(IdeaStatus.options),
    )
    .option('--parent <id>', 'the idea that it is part of', idArgument)
    .option('--url <url>', 'where it comes from')
    .option('--force', 'add it although an equal idea exists')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('ideas add "Offline mode" --tag sync', 'ideas add "From a file" --body - < notes.md'),
    )
    .action(async (title: string, options: AddOptions) => {
      const { body, tag: tags, status, parent: parent_id, url: source_url, force, json } = options
      const content = body === '-' ? await text(process.stdin) : body
      const idea = { title, body: content, tags, status, parent_id, source_url }
      await withRest(async (rest) => {
        const query = force ? { force } : {}
        const made = await rest
          .post('/ideas', z.looseObject({ id: z.number() }), { body: idea, query })
          .catch(hinted)
        if (json) return printJson(made)
        printMade(made.id, `Added idea ${made.id}: ${plain(title)}`)
      })
    })
}

function hinted(error: unknown): never {
  if (error instanceof ApiError && error.status === 409 && error.message.includes('equal')) {
    throw new CliError(`${error.message}; --force adds it all the same`, EXIT.conflict)
  }
  throw error
}

function showCommand(): Command {
  return new Command('show')
    .description('Show an idea with its links and relations')
    .argument('<id>', 'its id', idArgument)
    .addOption(jsonOption())
    .action(async (id: number, { json }: Json) => {
      await withRest(async (rest) => {
        if (json) printJson(await rest.get(`/ideas/${id}`, z.unknown()))
        else showIdea(await rest.get(`/ideas/${id}`, IdeaDetail))
      })
    })
}

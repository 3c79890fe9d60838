import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { IdeaDetail, IdeaStatus } from '../../features/ideas/schema.ts'
import { collect, idArgument } from '../arguments.ts'
import { ClientCommand, printMade, type Json } from '../client-command.ts'
import { ApiError, CliError, EXIT } from '../errors.ts'
import { plain, printJson } from '../output.ts'
import { showIdea } from '../show-idea.ts'

type AddOptions = Json &
  Readonly<{ body?: string; tag?: string[]; status?: string; parent?: number; url?: string; force?: boolean }>

/** `add` and `show`. */
export function ideaCommands(): ClientCommand[] {
  return [addCommand(), showCommand()]
}

function addCommand(): ClientCommand {
  return new ClientCommand('add')
    .description('Capture an idea')
    .argument('<title>', 'its title')
    .option('--body <text>', 'its body; - reads it from standard input')
    .option('--tag <name>', 'a tag; repeatable', collect)
    .choice('--status <status>', 'its status (default: captured)', IdeaStatus.options)
    .option('--parent <id>', 'the parent idea', idArgument)
    .option('--url <url>', 'the URL of its source')
    .option('--force', 'add it even if an equal idea exists')
    .json()
    .examples('ideas add "Offline mode" --tag sync', 'ideas add "From a file" --body - < notes.md')
    .calls(async (client, title: string, options: AddOptions) => {
      const { tag: tags, status, parent: parent_id, url: source_url, force, json } = options
      const body = options.body === '-' ? await text(process.stdin) : options.body
      const idea = { title, body, tags, status, parent_id, source_url }
      const reply = await client
        .post('/ideas', { body: idea, query: force ? { force } : {} })
        .catch(adviseForce)
      printMade(reply, json, (id) => `Added idea ${id}: ${plain(title)}`)
    })
}

/** A refusal that names the idea to which the new one would be equal. */
const EqualIdea = z.looseObject({ duplicate_of_id: z.int() })

function adviseForce(error: unknown): never {
  if (error instanceof ApiError && EqualIdea.safeParse(error.body).success)
    throw new CliError(`${error.message}; --force adds it all the same`, EXIT.conflict)
  throw error
}

function showCommand(): ClientCommand {
  return new ClientCommand('show')
    .description('Show an idea with its links and relations')
    .argument('<id>', 'its id', idArgument)
    .json()
    .calls(async (client, id: number, { json }: Json) => {
      const reply = await client.get(`/ideas/${id}`)
      if (json) printJson(reply.body)
      else showIdea(reply.as(IdeaDetail))
    })
}

import { Idea } from '../../features/ideas/schema.ts'
import { idsOrInput } from '../arguments.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { ApiError, CliError, EXIT } from '../errors.ts'
import { plain, printJson, say } from '../output.ts'
import { confirm } from '../prompt.ts'

type RemoveOptions = Json & Readonly<{ yes?: boolean; dryRun?: boolean }>

/** `rm`: asks before it deletes. */
export function removeCommand(): ClientCommand {
  return new ClientCommand('rm')
    .description('Delete ideas permanently, with their links and relations')
    .argument('[ids...]', 'their ids; - or none reads them from standard input (requires --yes)')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only print what would be deleted')
    .json()
    .examples('ideas rm 3 5', 'ideas list --all --status shelved --ids | ideas rm --yes')
    .calls(async (client, words: string[], { yes, dryRun, json }: RemoveOptions) => {
      const ids = await idsOrInput(words)
      // Reads all of them first, so that a mistyped id deletes nothing.
      const names: string[] = []
      for (const id of ids) {
        const { title } = (await client.get(`/ideas/${id}`).catch(naming(id))).as(Idea)
        names.push(`${id} “${plain(title)}”`)
      }
      if (!dryRun) await confirm(question(names), yes)
      for (const [at, id] of ids.entries()) {
        if (!dryRun) await client.delete(`/ideas/${id}`)
        if (!json) say(`${dryRun ? 'Would delete' : 'Deleted'} ${names[at]}`)
      }
      if (json) printJson(ids.map((id) => (dryRun ? { id, dry_run: true } : { id, success: true })))
    })
}

const SHOWN = 5

function question(names: readonly string[]): string {
  const [only] = names
  if (names.length === 1) return `Delete idea ${only} for good?`
  const rest = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return `Delete ${names.length} ideas for good: ${names.slice(0, SHOWN).join(', ')}${rest}?`
}

/** Converts a 404 to an error that names the idea. */
function naming(id: number): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.status === 404) {
      throw new CliError(`idea ${id} does not exist; nothing was deleted`, EXIT.notFound)
    }
    throw error
  }
}

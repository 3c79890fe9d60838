import { Command } from 'commander'
import { Idea } from '../../ideas/schema.ts'
import { examples, idsOrInput, jsonOption, type Json } from '../arguments.ts'
import { ApiError, CliError, EXIT } from '../errors.ts'
import { plain, printJson, say } from '../output.ts'
import { withRest } from '../settings.ts'
import { confirm } from '../terminal.ts'

type RemoveOptions = Json & Readonly<{ yes?: boolean; dryRun?: boolean }>

/** `rm`: asks before it deletes. */
export function removeCommand(): Command {
  return new Command('rm')
    .description('Delete ideas for good, with their links and relations')
    .argument('[ids...]', 'their ids; - or nothing reads them from standard input (then with --yes)')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only tell what would be deleted')
    .addOption(jsonOption())
    .addHelpText('after', examples('ideas rm 3 5', 'ideas list --status shelved --ids | ideas rm --yes'))
    .action(async (words: string[], { yes, dryRun, json }: RemoveOptions) => {
      const ids = await idsOrInput(words)
      await withRest(async (rest) => {
        // All of them are looked at first: a mistyped id deletes nothing.
        const ideas: Idea[] = []
        for (const id of ids) ideas.push(await rest.get(`/ideas/${id}`, Idea).catch(naming(id)))
        const names = ideas.map(({ id, title }) => `${id} “${plain(title)}”`)
        if (!dryRun) await confirm(question(names), yes)
        for (const [at, id] of ids.entries()) {
          if (!dryRun) await rest.remove(`/ideas/${id}`)
          if (!json) say(`${dryRun ? 'Would delete' : 'Deleted'} ${names[at]}`)
        }
        if (json) printJson(ids.map((id) => (dryRun ? { id, dry_run: true } : { id, success: true })))
      })
    })
}

const SHOWN = 5

function question(names: readonly string[]): string {
  const [only] = names
  if (names.length === 1) return `Delete idea ${only} for good?`
  const rest = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return `Delete ${names.length} ideas for good: ${names.slice(0, SHOWN).join(', ')}${rest}?`
}

/** A refusal that tells which of several ids it is about. */
function naming(id: number): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.status === 404) {
      throw new CliError(`idea ${id} does not exist; nothing was deleted`, EXIT.notFound)
    }
    throw error
  }
}

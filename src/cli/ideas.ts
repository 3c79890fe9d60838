import { Command, CommanderError } from 'commander'
import { OperatorError } from '../platform/operator-error.ts'
import { Problem } from '../platform/problems.ts'
import { VERSION } from '../app/version.ts'
import { attachCommand } from './commands/attach.ts'
import { byokCommand } from './commands/byok.ts'
import { completionCommand } from './commands/completion.ts'
import { credentialCommands } from './commands/credentials.ts'
import { developCommand } from './commands/develop.ts'
import { downloadCommand } from './commands/download.ts'
import { editCommand } from './commands/edit.ts'
import { exportCommand } from './commands/export.ts'
import { ideaCommands } from './commands/ideas.ts'
import { importCommand } from './commands/import.ts'
import { insightsCommand } from './commands/insights.ts'
import { listCommands } from './commands/list.ts'
import { mapCommands } from './commands/map.ts'
import { mergeCommands } from './commands/merge.ts'
import { relationCommands } from './commands/relations.ts'
import { removeCommand } from './commands/remove.ts'
import { duplicatesCommand } from './commands/duplicates.ts'
import { searchCommand } from './commands/search.ts'
import { sessionCommands } from './commands/session.ts'
import { startCommand } from './commands/start.ts'
import { tagCommands } from './commands/tags.ts'
import { CliError, EXIT } from './errors.ts'

const EXIT_CODES = `
Exit codes: 0 success, 1 failure, 2 wrong usage, 3 not signed in or refused, 4 not found, 5 conflict,
6 the service cannot be reached, 130 interrupted.

Environment: IDEAS_URL and IDEAS_API_KEY override what \`ideas login\` stored; NO_COLOR turns colours off.
`

/** The program `ideas`; `admin` is passed in, because only that command needs the databases. */
export function createProgram(admin: Command): Command {
  const program = new Command('ideas')
    .description('Capture, relate and find ideas')
    .version(VERSION)
    .addHelpText('after', EXIT_CODES)
  const groups: [string, Command[]][] = [
    ['Account:', [...sessionCommands(), ...credentialCommands(), byokCommand()]],
    [
      'Ideas:',
      [
        ...ideaCommands(),
        ...listCommands(),
        searchCommand(),
        duplicatesCommand(),
        editCommand(),
        ...mergeCommands(),
        attachCommand(),
        downloadCommand(),
        developCommand(),
        removeCommand(),
      ],
    ],
    ['Relations and tags:', [...relationCommands(), ...tagCommands(), ...mapCommands(), insightsCommand()]],
    ['Everything at once:', [exportCommand(), importCommand()]],
    ['The service:', [startCommand(), admin, completionCommand()]],
  ]
  for (const [title, commands] of groups) {
    for (const command of commands) program.addCommand(command.helpGroup(title))
  }
  prepare(program)
  return program
}

/** Makes commander print usage errors as one line and throw instead of exiting. */
function prepare(command: Command): void {
  // Options belong to the command that they follow: `keys` and `keys create` both have --json.
  command.enablePositionalOptions()
  command.exitOverride().configureOutput({
    outputError: (text, write) =>
      write(
        `${text
          .replace(/^error: /, 'ideas: ')
          .trim()
          .replaceAll(/\s*\n\s*/g, ' ')}\n`,
      ),
  })
  for (const child of command.commands) prepare(child)
}

/** Runs the command line and sets the exit code of the process. */
export async function main(words: readonly string[] = process.argv.slice(2)): Promise<void> {
  // EPIPE is not a failure: a reader such as `head` has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`ideas: standard output cannot be written: ${error.message}\n`)
    process.exit(EXIT.failure)
  })
  // Who no longer reads warnings has not taken back the command.
  process.stderr.on('error', () => undefined)
  const command = words.find((word) => !word.startsWith('-'))
  try {
    await createProgram(await adminCommand(command, words)).parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Admin commands use one exit code for all failures.
      const mistake = command === 'admin' ? EXIT.failure : EXIT.usage
      process.exitCode = error.exitCode === 0 ? 0 : mistake
      return
    }
    process.stderr.write(`ideas: ${lineOf(error)}\n`)
    process.exitCode = error instanceof CliError ? error.exitCode : EXIT.failure
  }
}

/** Loads the admin commands only if needed, because they import the database drivers. */
async function adminCommand(command: string | undefined, words: readonly string[]): Promise<Command> {
  if (command === 'admin' || command === 'completion' || (command === 'help' && words.includes('admin'))) {
    return (await import('./admin.ts')).adminCommand()
  }
  return new Command('admin').description('Operate on accounts (needs the databases, not the service)')
}

function lineOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (error instanceof Problem && error.code === 'service_unavailable') {
    return 'the database does not answer: is the service up, are NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD right?'
  }
  return error instanceof Error ? error.message : String(error)
}

if (import.meta.main) await main()

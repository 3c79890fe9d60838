import { Command, CommanderError } from 'commander'
import { OperatorError } from '../config.ts'
import { Problem } from '../problems.ts'
import { VERSION } from '../services.ts'
import { adminCommand } from './admin.ts'

/** The command-line program `ideas`. */
export function createProgram(): Command {
  return new Command('ideas')
    .description('Idea Repository on the command line')
    .version(VERSION)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addCommand(adminCommand())
}

async function main(): Promise<void> {
  try {
    await createProgram().parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode
      return
    }
    process.stderr.write(`ideas: ${lineOf(error)}\n`)
    process.exitCode = 1
  }
}

function lineOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (error instanceof Problem && error.code === 'service_unavailable') {
    return 'the database does not answer: is the service up, are NEO4J_URI and NEO4J_PASSWORD right?'
  }
  return error instanceof Error ? error.message : String(error)
}

if (import.meta.main) await main()

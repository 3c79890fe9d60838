import { Command, Option } from 'commander'
import { z } from 'zod'
import { IdeaStatus } from '../features/ideas/schema.ts'
import { createApiClient, type ApiClient, type Reply } from './api-client.ts'
import { collect, wholeNumber } from './arguments.ts'
import { printJson, say } from './output.ts'
import { connection } from './settings.ts'

/** The option of a command that can print JSON. */
export type Json = Readonly<{ json?: boolean }>

/** The option of a command that needs the account's password. */
export type Password = Readonly<{ passwordStdin?: boolean }>

/** A command that calls the API. */
export class ClientCommand extends Command {
  override createCommand(name?: string): ClientCommand {
    return new ClientCommand(name)
  }

  /** Adds an option whose value is one of `values`. */
  choice(flags: string, description: string, values: readonly string[]): this {
    return this.addOption(new Option(flags, description).choices(values))
  }

  /** Adds `--json`. */
  json(): this {
    return this.option('--json', 'print the response of the API, for programs')
  }

  /** Adds `--password-stdin`. */
  password(): this {
    return this.option('--password-stdin', 'read the password of the account from standard input')
  }

  /** Adds `--status` and `--tag`. */
  filtered(): this {
    return this.choice('--status <status>', 'only ideas with this status', IdeaStatus.options).option(
      '--tag <name>',
      'only ideas with this tag; repeatable: with all of them',
      collect,
    )
  }

  /** Adds `--limit` and `--offset`. */
  paged(): this {
    return this.option('--limit <n>', 'maximum number, 1 to 100 (default: 20)', wholeNumber).option(
      '--offset <n>',
      'number to skip',
      wholeNumber,
    )
  }

  /** Adds examples below the help. */
  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
  }

  /** Sets an action that gets a client of the service before commander's arguments. */
  calls<Arguments extends unknown[]>(
    work: (client: ApiClient, ...args: Arguments) => Promise<unknown>,
  ): this {
    return this.action(async (...args: unknown[]) => {
      await using client = createApiClient(connection())
      await work(client, ...(args as Arguments))
    })
  }
}

/** Reports a creation: a sentence on a terminal, otherwise the id, or the response with `--json`. */
export function printMade(reply: Reply, json: boolean | undefined, sentence: (id: number) => string): void {
  const { id } = reply.as(z.object({ id: z.number() }))
  if (json) return printJson(reply.body)
  if (process.stdout.isTTY) process.stdout.write(`${sentence(id)}\n`)
  else {
    process.stdout.write(`${id}\n`)
    say(sentence(id))
  }
}

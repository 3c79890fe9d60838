import { Option, type Command } from 'commander'
import { Scope } from '../actor.ts'
import { jsonOption, passwordOption, type Json, type Password } from './arguments.ts'
import { printJson, say } from './output.ts'

/** What the commands that make a key or a token are told. */
export type GrantOptions = Json & Password & Readonly<{ label?: string; scope?: readonly Scope[] }>

/** Gives a command the options of `GrantOptions`. */
export function withGrantOptions(command: Command): Command {
  return command
    .option('--label <label>', 'what it is for')
    .addOption(
      new Option('--scope <scope...>', 'what it may do (default: everything)').choices(Scope.options),
    )
    .addOption(passwordOption())
    .addOption(jsonOption())
}

/** The body that asks for it. */
export function grantBody({ label, scope }: GrantOptions): Record<string, unknown> {
  return {
    ...(label === undefined ? {} : { label }),
    ...(scope === undefined ? {} : { scopes: scope }),
  }
}

/** Prints the one answer that holds it whole; `name`: what it is called in sentences. */
export function printGranted(
  made: Readonly<{ id: string; key: string }>,
  name: string,
  { json }: Json,
): void {
  if (json) return printJson(made)
  process.stdout.write(`${made.key}\n`)
  say(`This is the only time that ${name} ${made.id} is shown.`)
}

import { Command, Option } from 'commander'
import { z } from 'zod'
import { Scope } from '../../actor.ts'
import { McpToken, NewMcpToken } from '../../mcp-tokens/schema.ts'
import { jsonOption, passwordOption, type Json } from '../arguments.ts'
import { printColumns, printJson, say, shortTime } from '../output.ts'
import { withRest } from '../settings.ts'
import { withSession } from '../signed-in.ts'
import { confirm } from '../terminal.ts'

type Password = Readonly<{ passwordStdin?: boolean }>
type CreateOptions = Json &
  Password &
  Readonly<{ label?: string; scope?: readonly Scope[]; expires?: string }>

/** `mcp-tokens`, `mcp-tokens create` and `mcp-tokens rm`. */
export function mcpTokenCommand(): Command {
  const tokens = new Command('mcp-tokens').description('List the tokens of AI assistants, masked')
  tokens.addOption(jsonOption()).action(list)
  tokens
    .command('create')
    .description('Make a token for an AI assistant and print it, once; takes the password of the account')
    .option('--label <label>', 'what it is for')
    .addOption(
      new Option('--scope <scope...>', 'what it may do (default: everything)').choices(Scope.options),
    )
    .option('--expires <time>', 'until when, in ISO 8601 (default: for ever)')
    .addOption(passwordOption())
    .addOption(jsonOption())
    .action(create)
  tokens
    .command('rm')
    .description('Revoke a token at once; takes the password of the account')
    .argument('<id>', 'id of the token')
    .option('--yes', 'do not ask')
    .addOption(passwordOption())
    .action(remove)
  return tokens
}

async function create({ label, scope, expires, passwordStdin, json }: CreateOptions): Promise<void> {
  const body = {
    ...(label === undefined ? {} : { label }),
    ...(scope === undefined ? {} : { scopes: scope }),
    ...(expires === undefined ? {} : { expires_at: expires }),
  }
  const made = await withSession(passwordStdin, async (rest) =>
    rest.post('/user/mcp-tokens', NewMcpToken, { body, repeatable: false }),
  )
  if (json) return printJson(made)
  process.stdout.write(`${made.key}\n`)
  say(`This is the only time that token ${made.id} is shown.`)
}

async function remove(id: string, { yes, passwordStdin }: Password & { yes?: boolean }): Promise<void> {
  await confirm(`Revoke token ${id}? The assistant that uses it loses access at once.`, yes)
  const path = `/user/mcp-tokens/${encodeURIComponent(id)}`
  await withSession(passwordStdin, async (rest) => rest.remove(path))
  say(`Revoked token ${id}`)
}

const moment = (time: string | null, none: string): string => (time === null ? none : shortTime(time))

async function list({ json }: Json): Promise<void> {
  await withRest(async (rest) => {
    if (json) return printJson(await rest.get('/user/mcp-tokens', z.unknown()))
    const tokens = await rest.get('/user/mcp-tokens', z.array(McpToken))
    if (tokens.length === 0) return say('No tokens.')
    printColumns(tokens, [
      { name: 'ID', value: ({ id }) => id },
      { name: 'LABEL', value: ({ label }) => label ?? '', shrinks: true },
      { name: 'TOKEN', value: ({ key }) => key },
      { name: 'SCOPES', value: ({ scopes }) => scopes.join(' ') },
      { name: 'CREATED', value: ({ created_at }) => shortTime(created_at) },
      { name: 'EXPIRES', value: ({ expires_at }) => moment(expires_at, 'never') },
      { name: 'LAST USED', value: ({ last_used_at }) => moment(last_used_at, 'never') },
    ])
  })
}

import { Command } from 'commander'
import { z } from 'zod'
import { McpToken, NewMcpToken } from '../../mcp-tokens/schema.ts'
import { jsonOption, passwordOption, type Json, type Password } from '../arguments.ts'
import { grantBody, printGranted, withGrantOptions, type GrantOptions } from '../grant.ts'
import { printColumns, printJson, say, shortTime } from '../output.ts'
import { withRest } from '../settings.ts'
import { withSession } from '../signed-in.ts'
import { confirm } from '../terminal.ts'

/** `mcp-tokens`, `mcp-tokens create` and `mcp-tokens rm`. */
export function mcpTokenCommand(): Command {
  const tokens = new Command('mcp-tokens').description('List the tokens of AI assistants, masked')
  tokens.addOption(jsonOption()).action(list)
  withGrantOptions(tokens.command('create'))
    .description('Make a token for an AI assistant and print it, once; takes the password of the account')
    .option('--expires <time>', 'until when, in ISO 8601 (default: for ever)')
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

async function create(options: GrantOptions & Readonly<{ expires?: string }>): Promise<void> {
  const { expires } = options
  const body = { ...grantBody(options), ...(expires === undefined ? {} : { expires_at: expires }) }
  const made = await withSession(options.passwordStdin, async (rest) =>
    rest.post('/user/mcp-tokens', NewMcpToken, { body, repeatable: false }),
  )
  printGranted(made, 'token', options)
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

import { z } from 'zod'
import { apiKeySchemas, mcpTokenSchemas } from '../../features/credentials/schema.ts'
import { Scope } from '../../platform/auth/actor.ts'
import { createApiClient } from '../api-client.ts'
import { ClientCommand, type Json, type Password } from '../client-command.ts'
import { ApiError } from '../errors.ts'
import { printColumns, printJson, say, shortTime } from '../output.ts'
import { confirm } from '../prompt.ts'
import { connection } from '../settings.ts'
import { withSession } from '../signed-in.ts'

/** One kind of credential; `losers` begins the warning before it is revoked. */
type Kind = typeof API_KEYS | typeof MCP_TOKENS

const API_KEYS = {
  command: 'keys',
  noun: 'key',
  path: '/user/api-keys',
  schemas: apiKeySchemas,
  list: 'List the API keys of the account, masked',
  create: 'Create an API key and print it, once; requires the password of the account',
  remove: 'Revoke an API key; requires the password of the account unless it is the key in use',
  losers: 'Programs that use it lose',
} as const

const MCP_TOKENS = {
  command: 'mcp-tokens',
  noun: 'token',
  path: '/user/mcp-tokens',
  schemas: mcpTokenSchemas,
  list: 'List the tokens of AI assistants, masked, and what was granted to clients by OAuth',
  create: 'Create a token for an AI assistant and print it, once; requires the password of the account',
  remove: 'Revoke a token; requires the password of the account',
  losers: 'The assistant that uses it loses',
} as const

type Listed = z.infer<typeof apiKeySchemas.Listed> & Readonly<{ expires_at?: string | null }>
type CreateOptions = Json &
  Password &
  Readonly<{ label?: string; scope?: readonly Scope[]; expires?: string }>

/** `keys` and `mcp-tokens`, each with `create` and `rm`. */
export function credentialCommands(): ClientCommand[] {
  return [API_KEYS, MCP_TOKENS].map((kind) => {
    const command = new ClientCommand(kind.command).description(kind.list).json()
    command.calls(async (client, { json }: Json) => {
      const reply = await client.get(kind.path)
      if (json) printJson(reply.body)
      else print(kind, reply.as(z.array(kind.schemas.Listed)))
    })
    const create = command.command('create').description(kind.create)
    create.option('--label <label>', 'what it is for')
    create.choice('--scope <scope...>', 'what it may do (default: everything)', Scope.options)
    create.password().json()
    if (kind === MCP_TOKENS) create.option('--expires <time>', 'expiry in ISO 8601 (default: never)')
    create.action(async (options: CreateOptions) => grant(kind, options))
    command
      .command('rm')
      .description(kind.remove)
      .argument('<id>', `id of the ${kind.noun}`)
      .option('--yes', 'do not ask')
      .password()
      .action(async (id: string, options: Password & { yes?: boolean }) => revoke(kind, id, options))
    return command
  })
}

function print(kind: Kind, credentials: readonly Listed[]): void {
  printColumns(
    credentials,
    [
      { name: 'ID', value: ({ id }) => id },
      { name: 'LABEL', value: ({ label }) => label ?? '', shrinks: true },
      { name: kind.noun.toUpperCase(), value: ({ key }) => key },
      { name: 'SCOPES', value: ({ scopes }) => scopes.join(' ') },
      { name: 'CREATED', value: ({ created_at }) => shortTime(created_at) },
      ...(kind === MCP_TOKENS ? [{ name: 'EXPIRES', value: (token: Listed) => time(token.expires_at) }] : []),
      { name: 'LAST USED', value: ({ last_used_at }) => time(last_used_at) },
    ],
    `No ${kind.noun}s.`,
  )
}

function time(moment: string | null | undefined): string {
  return moment ? shortTime(moment) : 'never'
}

/** Creates a credential and prints its secret. */
async function grant({ path, noun, schemas }: Kind, options: CreateOptions): Promise<void> {
  const { label, scope: scopes, expires: expires_at, json, passwordStdin } = options
  const body = { label, scopes, expires_at }
  const reply = await withSession(passwordStdin, async (client) =>
    client.post(path, { body, repeatable: false }),
  )
  if (json) return printJson(reply.body)
  const made = reply.as<{ id: string; key: string }>(schemas.New)
  process.stdout.write(`${made.key}\n`)
  say(`This is the only time that ${noun} ${made.id} is shown.`)
}

async function revoke(kind: Kind, id: string, options: Password & { yes?: boolean }): Promise<void> {
  await confirm(`Revoke ${kind.noun} ${id}? ${kind.losers} access at once.`, options.yes)
  const path = `${kind.path}/${encodeURIComponent(id)}`
  const revoked = kind === API_KEYS && (await revokedByItself(path))
  if (!revoked) await withSession(options.passwordStdin, async (client) => client.delete(path))
  say(`Revoked ${kind.noun} ${id}`)
}

/** Tries to revoke without a session, which works for the key in use; returns whether it did. */
async function revokedByItself(path: string): Promise<boolean> {
  await using client = createApiClient(connection())
  try {
    await client.delete(path)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return false
    throw error
  }
}

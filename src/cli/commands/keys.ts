import { Command } from 'commander'
import { z } from 'zod'
import { ApiKey, NewApiKey } from '../../keys/schema.ts'
import { jsonOption, passwordOption, type Json, type Password } from '../arguments.ts'
import { ApiError } from '../errors.ts'
import { grantBody, printGranted, withGrantOptions, type GrantOptions } from '../grant.ts'
import { printColumns, printJson, say, shortTime } from '../output.ts'
import { withRest } from '../settings.ts'
import { withSession } from '../signed-in.ts'
import { confirm } from '../terminal.ts'

/** `keys`, `keys create` and `keys rm`. */
export function keyCommand(): Command {
  const keys = new Command('keys').description('List the API keys of the account, masked')
  keys.addOption(jsonOption()).action(list)
  withGrantOptions(keys.command('create'))
    .description('Make an API key and print it, once; takes the password of the account')
    .action(create)
  keys
    .command('rm')
    .description('Revoke an API key at once; another one than the own takes the password of the account')
    .argument('<id>', 'id of the key')
    .option('--yes', 'do not ask')
    .addOption(passwordOption())
    .action(remove)
  return keys
}

async function create(options: GrantOptions): Promise<void> {
  const body = grantBody(options)
  const made = await withSession(options.passwordStdin, async (rest) =>
    rest.post('/user/api-keys', NewApiKey, { body, repeatable: false }),
  )
  printGranted(made, 'key', options)
}

async function remove(id: string, { yes, passwordStdin }: Password & { yes?: boolean }): Promise<void> {
  await confirm(`Revoke key ${id}? Programs that use it lose access at once.`, yes)
  const path = `/user/api-keys/${encodeURIComponent(id)}`
  const isAnother = await withRest(async (rest) => rest.remove(path)).then(() => false, sessionNeeded)
  if (isAnother) await withSession(passwordStdin, async (rest) => rest.remove(path))
  say(`Revoked key ${id}`)
}

async function list({ json }: Json): Promise<void> {
  await withRest(async (rest) => {
    if (json) return printJson(await rest.get('/user/api-keys', z.unknown()))
    printColumns(await rest.get('/user/api-keys', z.array(ApiKey)), [
      { name: 'ID', value: ({ id }) => id },
      { name: 'LABEL', value: ({ label }) => label ?? '', shrinks: true },
      { name: 'KEY', value: ({ key }) => key },
      { name: 'SCOPES', value: ({ scopes }) => scopes.join(' ') },
      { name: 'CREATED', value: ({ created_at }) => shortTime(created_at) },
      {
        name: 'LAST USED',
        value: ({ last_used_at }) => (last_used_at === null ? 'never' : shortTime(last_used_at)),
      },
    ])
  })
}

/** A key may revoke itself only. */
function sessionNeeded(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 403) return true
  throw error
}

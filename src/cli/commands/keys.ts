import { Command } from 'commander'
import { z } from 'zod'
import { ApiKey } from '../../keys/schema.ts'
import { jsonOption, type Json } from '../arguments.ts'
import { ApiError, CliError, EXIT } from '../errors.ts'
import { printColumns, printJson, say, shortTime } from '../output.ts'
import { withRest } from '../settings.ts'
import { confirm } from '../terminal.ts'

/** `keys`, `keys rm` and the explanation that stands for `keys create`. */
export function keyCommand(): Command {
  const keys = new Command('keys').description('List the API keys of the account, masked')
  keys.addOption(jsonOption()).action(list)
  keys
    .command('rm')
    .description('Revoke an API key at once (a key may revoke only itself)')
    .argument('<id>', 'id of the key')
    .option('--yes', 'do not ask')
    .action(async (id: string, { yes }: { yes?: boolean }) => {
      await withRest(async (rest) => {
        await confirm(`Revoke key ${id}? Programs that use it lose access at once.`, yes)
        await rest.remove(`/user/api-keys/${encodeURIComponent(id)}`).catch(sessionNeeded)
        say(`Revoked key ${id}`)
      })
    })
  keys
    .command('create')
    .description('Not by this program: a new key takes a session, not a key')
    .allowExcessArguments()
    .action(() => {
      throw new CliError(
        'a key cannot make keys: sign in with e-mail and password and POST /api/v1/user/api-keys, or ask the operator',
        EXIT.refused,
      )
    })
  return keys
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

function sessionNeeded(error: unknown): never {
  if (error instanceof ApiError && error.status === 403) {
    throw new CliError('a key may revoke only itself; another one takes a session', EXIT.refused)
  }
  throw error
}

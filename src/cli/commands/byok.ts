import { readFile } from 'node:fs/promises'
import { Argument, Option } from 'commander'
import { KeyStatus, TestedKey } from '../../features/provider-keys/schema.ts'
import { PROVIDER_TITLES, ProviderName } from '../../platform/llm/schema.ts'
import { ClientCommand, type Json, type Password } from '../client-command.ts'
import { CliError, EXIT } from '../errors.ts'
import { printColumns, printJson, say } from '../output.ts'
import { secretFrom } from '../prompt.ts'
import { withSession } from '../signed-in.ts'

const providerArgument = (): Argument =>
  new Argument(
    '<provider>',
    ProviderName.options.map((name) => `${name}: ${PROVIDER_TITLES[name]}`).join(', '),
  ).choices(ProviderName.options)

/** `byok`: the account's provider keys, with `set`, `test` and `rm`. */
export function byokCommand(): ClientCommand {
  const byok = new ClientCommand('byok').description('List the providers with your own keys').json()
  byok.calls(async (client, { json }: Json) => {
    const reply = await client.get('/user/byok/status')
    if (json) return printJson(reply.body)
    const status = reply.as(KeyStatus)
    printColumns(ProviderName.options, [
      { name: 'PROVIDER', value: (name) => name },
      { name: 'NAME', value: (name) => PROVIDER_TITLES[name] },
      { name: 'KEY', value: (name) => (status[name] ? 'yes' : 'no') },
    ])
  })
  byok
    .command('set')
    .description('Store your key for a provider, encrypted; requires the password of the account')
    .addArgument(providerArgument())
    .option(
      '--key-stdin',
      'read the key from standard input; with --password-stdin the password from its next line',
    )
    .addOption(new Option('--key-file <file>', 'read the key from this file').conflicts('keyStdin'))
    .password()
    .action(save)
  byok
    .command('test')
    .description('Check whether the provider accepts your key; exit code 1 if it does not')
    .addArgument(providerArgument())
    .password()
    .json()
    .action(test)
  byok
    .command('rm')
    .description('Delete your key for a provider')
    .addArgument(providerArgument())
    .password()
    .action(async (provider: ProviderName, { passwordStdin }: Password) => {
      await withSession(passwordStdin, async (client) => client.delete(`/user/byok/${provider}`))
      say(`Forgot your key for ${PROVIDER_TITLES[provider]}`)
    })
  return byok
}

type SaveOptions = Password & Readonly<{ keyFile?: string; keyStdin?: boolean }>

async function save(
  provider: ProviderName,
  { keyFile, keyStdin, passwordStdin }: SaveOptions,
): Promise<void> {
  const api_key = await keyFrom(provider, keyFile, keyStdin)
  await withSession(passwordStdin, async (client) =>
    client.put(`/user/byok/${provider}`, { body: { api_key } }),
  )
  say(`Kept your key for ${PROVIDER_TITLES[provider]}`)
}

async function keyFrom(provider: ProviderName, file?: string, given?: boolean): Promise<string> {
  if (file === undefined) {
    const question = `Key for ${PROVIDER_TITLES[provider]}: `
    return secretFrom({ option: '--key-stdin', given, what: 'the key', question })
  }
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

async function test(provider: ProviderName, { json, passwordStdin }: Json & Password): Promise<void> {
  const reply = await withSession(passwordStdin, async (client) => client.post(`/user/byok/${provider}/test`))
  const { valid } = reply.as(TestedKey)
  if (json) printJson(reply.body)
  else say(`${PROVIDER_TITLES[provider]} ${valid ? 'accepts' : 'does not accept'} your key`)
  if (!valid) process.exitCode = EXIT.failure
}

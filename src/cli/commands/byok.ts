import { Argument, Command, Option } from 'commander'
import { KeyStatus, SavedKey, TestedKey } from '../../byok/schema.ts'
import { PROVIDER_TITLES, ProviderName } from '../../providers/provider.ts'
import { jsonOption, passwordOption, type Json, type Password } from '../arguments.ts'
import { CliError, EXIT } from '../errors.ts'
import { printColumns, printJson, say } from '../output.ts'
import { secretFrom } from '../secret.ts'
import { withRest } from '../settings.ts'
import { withSession } from '../signed-in.ts'

const providerArgument = (): Argument =>
  new Argument(
    '<provider>',
    ProviderName.options.map((name) => `${name}: ${PROVIDER_TITLES[name]}`).join(', '),
  ).choices(ProviderName.options)
/** `byok`: the keys for providers that the account has, `byok set`, `byok test` and `byok rm`. */
export function byokCommand(): Command {
  const byok = new Command('byok').description('List the providers that you have brought keys for')
  byok.addOption(jsonOption()).action(list)
  byok
    .command('set')
    .description('Keep your key for a provider, encrypted; takes the password of the account')
    .addArgument(providerArgument())
    .option('--key-stdin', 'read the key from standard input, the password from the line after it')
    .addOption(new Option('--key-file <file>', 'read the key from this file').conflicts('keyStdin'))
    .addOption(passwordOption())
    .action(save)
  byok
    .command('test')
    .description('Ask the provider whether it accepts your key; ends with 1 when it does not')
    .addArgument(providerArgument())
    .addOption(passwordOption())
    .addOption(jsonOption())
    .action(test)
  byok
    .command('rm')
    .description('Forget your key for a provider')
    .addArgument(providerArgument())
    .addOption(passwordOption())
    .action(remove)
  return byok
}

async function list({ json }: Json): Promise<void> {
  await withRest(async (rest) => {
    const status = await rest.get('/user/byok/status', KeyStatus)
    if (json) return printJson(status)
    printColumns(ProviderName.options, [
      { name: 'PROVIDER', value: (name) => name },
      { name: 'NAME', value: (name) => PROVIDER_TITLES[name] },
      { name: 'KEY', value: (name) => (status[name] ? 'yes' : 'no') },
    ])
  })
}

async function save(
  provider: ProviderName,
  { keyFile, keyStdin, passwordStdin }: Password & { keyFile?: string; keyStdin?: boolean },
): Promise<void> {
  const api_key = await keyFrom(provider, keyFile, keyStdin)
  await withSession(passwordStdin, async (rest) =>
    rest.put(`/user/byok/${provider}`, SavedKey, { body: { api_key } }),
  )
  say(`Kept your key for ${PROVIDER_TITLES[provider]}`)
}

async function keyFrom(provider: ProviderName, file?: string, given?: boolean): Promise<string> {
  if (file === undefined) {
    const question = `Key for ${PROVIDER_TITLES[provider]}: `
    return secretFrom({ option: '--key-stdin', given, what: 'the key', question })
  }
  const { readFile } = await import('node:fs/promises')
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: unknown) => {
      throw new CliError(
        `${file} cannot be read (${String((error as NodeJS.ErrnoException).code)})`,
        EXIT.failure,
      )
    },
  )
}

async function test(provider: ProviderName, { json, passwordStdin }: Json & Password): Promise<void> {
  const tested = await withSession(passwordStdin, async (rest) =>
    rest.post(`/user/byok/${provider}/test`, TestedKey),
  )
  if (json) printJson(tested)
  else say(`${PROVIDER_TITLES[provider]} ${tested.valid ? 'accepts' : 'does not accept'} your key`)
  if (!tested.valid) process.exitCode = EXIT.failure
}

async function remove(provider: ProviderName, { passwordStdin }: Password): Promise<void> {
  await withSession(passwordStdin, async (rest) => rest.remove(`/user/byok/${provider}`))
  say(`Forgot your key for ${PROVIDER_TITLES[provider]}`)
}

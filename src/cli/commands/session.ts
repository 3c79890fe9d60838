import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { Usage, User } from '../../features/account/schema.ts'
import { createApiClient, type ApiClient } from '../api-client.ts'
import { ClientCommand, type Json } from '../client-command.ts'
import { environment } from '../environment.ts'
import { CliError, EXIT } from '../errors.ts'
import { printJson, printRecord, say, shortTime } from '../output.ts'
import { secretFrom } from '../prompt.ts'
import {
  checkedKey,
  defaultUrl,
  originOf,
  readSettingsOrNone,
  removeSettings,
  settingsFile,
  trustedCertificates,
  writeSettings,
} from '../settings.ts'

type LoginOptions = Readonly<{ url?: string; caCert?: string; keyStdin?: boolean }>

/** `login`, `logout` and `whoami`. */
export function sessionCommands(): Command[] {
  return [
    new ClientCommand('login')
      .description('Sign in with an API key and store it, readable only by you')
      .option(
        '--url <url>',
        'the URL of the service (default: IDEAS_URL, the stored one, or a service that runs here)',
      )
      .option('--ca-cert <file>', 'a certificate to trust, in PEM; stored with the key')
      .option('--key-stdin', 'read the key from standard input')
      .examples('ideas login --url https://ideas.example.org', 'ideas login --key-stdin < key.txt')
      .action(login),
    new Command('logout')
      .description('Delete the stored key (it remains valid: see `ideas keys rm`)')
      .action(() => {
        say(removeSettings() ? `Forgotten: ${settingsFile()} is removed.` : 'There was no key to forget.')
        if (environment.apiKey() !== undefined) say('IDEAS_API_KEY is still set.')
      }),
    new ClientCommand('whoami')
      .description('Show the account, its plan and the daily quota')
      .json()
      .calls(whoami),
  ]
}

async function login({ url, caCert, keyStdin }: LoginOptions): Promise<void> {
  const kept = readSettingsOrNone()
  const origin = originOf(url ?? defaultUrl(kept))
  const keptCa = kept !== undefined && originOf(kept.url) === origin ? kept.ca_cert : undefined
  const ca = caCert === undefined ? trustedCertificates(origin, keptCa) : readCertificate(caCert)
  const given = await secretFrom({
    option: '--key-stdin',
    given: keyStdin,
    what: 'the API key',
    question: `API key for ${origin}: `,
  })
  const apiKey = checkedKey(given.trim())
  await using client = createApiClient({ url: origin, apiKey, ca })
  const { email } = (await client.get('/user/me').catch(refusedBy(origin))).as(User)
  writeSettings({ url: origin, api_key: apiKey, ...(ca === undefined ? {} : { ca_cert: ca }) })
  say(`Signed in to ${origin} as ${email}; the key is kept in ${settingsFile()}.`)
  const shadow = environment.apiKey()
  if (shadow !== undefined && shadow !== apiKey) say('IDEAS_API_KEY is set and goes before the kept key.')
}

function refusedBy(origin: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CliError) || error.exitCode !== EXIT.refused) throw error
    throw new CliError(`${origin} refuses this key; nothing was kept`, EXIT.refused)
  }
}

function readCertificate(file: string): string {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CliError(`--ca-cert: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (!pem.includes('BEGIN CERTIFICATE')) throw new CliError(`--ca-cert: ${file} holds no certificate in PEM`)
  return pem
}

async function whoami(client: ApiClient, { json }: Json): Promise<void> {
  const account = await client.get('/user/me')
  if (json) return printJson(account.body)
  const { email, display_name: name, plan } = account.as(User)
  const usage = (await client.get('/user/usage')).as(Usage)
  const cap = usage.idea_cap === null ? '' : ` of ${usage.idea_cap}`
  printRecord(
    {
      service: client.url,
      account: email,
      ...(name === '' ? {} : { name }),
      plan,
      ideas: `${usage.ideas}${cap}`,
      requests: `${usage.used} of ${usage.limit} until ${shortTime(usage.reset)}`,
    },
    false,
  )
}

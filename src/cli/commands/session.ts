import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { z } from 'zod'
import { Usage, User } from '../../account/schema.ts'
import { examples, jsonOption, type Json } from '../arguments.ts'
import { environment } from '../environment.ts'
import { CliError, EXIT } from '../errors.ts'
import { printJson, say, shortTime } from '../output.ts'
import { createRest } from '../rest.ts'
import { secretFrom } from '../secret.ts'
import {
  checkedKey,
  defaultUrl,
  localCertificate,
  originOf,
  keptIfReadable,
  removeSettings,
  settingsFile,
  withRest,
  writeSettings,
} from '../settings.ts'
import { printRecord } from '../terminal.ts'

type LoginOptions = Readonly<{ url?: string; caCert?: string; keyStdin?: boolean }>

/** `login`, `logout` and `whoami`. */
export function sessionCommands(): Command[] {
  return [
    new Command('login')
      .description('Sign in with an API key and keep it, readable by you only')
      .option('--url <url>', 'where the service is (default: IDEAS_URL, or the one that runs here)')
      .option('--ca-cert <file>', 'a certificate to trust, in PEM; kept with the key')
      .option('--key-stdin', 'read the key from standard input')
      .addHelpText(
        'after',
        examples('ideas login --url https://ideas.example.org', 'ideas login --key-stdin < key.txt'),
      )
      .action(login),
    new Command('logout')
      .description('Forget the kept key (it stays valid: see `ideas keys rm`)')
      .action(() => {
        say(removeSettings() ? `Forgotten: ${settingsFile()} is removed.` : 'There was no key to forget.')
        if (environment.apiKey() !== undefined) say('IDEAS_API_KEY is still set.')
      }),
    new Command('whoami')
      .description('Show the account, its plan and the day’s quota')
      .addOption(jsonOption())
      .action(whoami),
  ]
}

async function login({ url, caCert, keyStdin }: LoginOptions): Promise<void> {
  const kept = keptIfReadable()
  const origin = originOf(url ?? defaultUrl(kept))
  const keptCa = kept !== undefined && originOf(kept.url) === origin ? kept.ca_cert : undefined
  const ca = caCert === undefined ? (localCertificate(origin) ?? keptCa) : readCertificate(caCert)
  const apiKey = checkedKey(
    (
      await secretFrom({
        option: '--key-stdin',
        given: keyStdin,
        what: 'the API key',
        question: `API key for ${origin}: `,
      })
    ).trim(),
  )
  const rest = createRest({ url: origin, apiKey, ca })
  try {
    const { email } = await rest.get('/user/me', User)
    writeSettings({ url: origin, api_key: apiKey, ...(ca === undefined ? {} : { ca_cert: ca }) })
    say(`Signed in to ${origin} as ${email}; the key is kept in ${settingsFile()}.`)
    const shadow = environment.apiKey()
    if (shadow !== undefined && shadow !== apiKey) say('IDEAS_API_KEY is set and goes before the kept key.')
  } catch (error) {
    if (error instanceof CliError && error.exitCode === EXIT.refused) {
      throw new CliError(`${origin} refuses this key; nothing was kept`, EXIT.refused)
    }
    throw error
  } finally {
    await rest.close()
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

async function whoami({ json }: Json): Promise<void> {
  await withRest(async (rest) => {
    if (json) return printJson(await rest.get('/user/me', z.unknown()))
    const [me, usage] = await Promise.all([rest.get('/user/me', User), rest.get('/user/usage', Usage)])
    const cap = usage.idea_cap === null ? '' : ` of ${usage.idea_cap}`
    printRecord(
      {
        service: rest.url,
        account: me.email,
        ...(me.display_name === '' ? {} : { name: me.display_name }),
        plan: me.plan,
        ideas: `${usage.ideas}${cap}`,
        requests: `${usage.used} of ${usage.limit} until ${shortTime(usage.reset)}`,
      },
      false,
    )
  })
}

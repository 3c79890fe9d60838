import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { Problem } from '../problems.ts'

/** What the first account needs of the service's accounts. */
export type Accounts = Readonly<{
  count: () => Promise<number>
  create: (user: { email: string; plan: 'pro'; password: string }) => Promise<Readonly<{ api_key: string }>>
}>

const patienceMs = 60_000
const email = 'owner@localhost.localdomain'

/** Makes the first account of an empty database; answers with the lines that show it, this once. */
export async function firstAccount(accounts: Accounts, config: Config, origin: string): Promise<string[]> {
  if ((await patiently(accounts.count)) > 0) return []
  const password = randomBytes(18).toString('base64url')
  const { api_key } = await patiently(() => accounts.create({ email, plan: 'pro', password }))
  return [
    'The database was empty, so there is a first account now. This is shown only once:',
    `  e-mail    ${email}`,
    `  password  ${password}`,
    `  API key   ${api_key}`,
    'Try it in another terminal:',
    `  ${curlLine(config, origin, api_key)}`,
  ]
}

/** A database that has just been made may plan its first statements for longer than a request waits for an answer. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(500)) {
    try {
      return await ask()
    } catch (error) {
      const temporary = error instanceof Problem && error.code === 'service_unavailable'
      if (!temporary || Date.now() > deadline) throw error
    }
  }
}

function curlLine(config: Config, origin: string, apiKey: string): string {
  return [
    'curl',
    ...trustOptions(config),
    `-H 'X-API-Key: ${apiKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"title":"My first idea"}'`,
    `${origin}/api/v1/ideas`,
  ].join(' ')
}

function trustOptions(config: Config): string[] {
  if (config.trustProxy) return [`-H 'X-Forwarded-Proto: https'`]
  // A certificate of the operator's is for another name than localhost.
  if (config.tls !== undefined) return ['-k']
  const certificate = path.join(config.dataDir, 'tls/cert.pem')
  return ['--cacert', `'${certificate.replaceAll("'", `'\\''`)}'`]
}

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pRetry from 'p-retry'
import type { Config } from '../app/config.ts'
import type { Application } from '../app/application.ts'
import { newCredentials } from '../features/account/accounts.ts'
import { Problem } from '../platform/problems.ts'

const RETRY_MS = 60_000
const EMAIL = 'owner@localhost.localdomain'

/** Creates the first account of an empty database; returns the lines to print, which are empty otherwise. */
export async function firstAccount(
  { accounts }: Pick<Application, 'accounts'>,
  config: Config,
  { origin, signal }: Readonly<{ origin: string; signal: AbortSignal }>,
): Promise<string[]> {
  if ((await retryUnavailable(accounts.count, signal)) > 0) return []
  const password = randomBytes(18).toString('base64url')
  // Chosen once: an attempt whose answer was lost may have created the account.
  const credentials = newCredentials()
  const { api_key } = await retryUnavailable(
    () => accounts.create({ email: EMAIL, plan: 'pro', password }, credentials),
    signal,
  )
  return [
    'The database was empty, so a first account was created. This is shown only once:',
    `  e-mail    ${EMAIL}`,
    `  password  ${password}`,
    `  API key   ${api_key}`,
    'Try it in another terminal:',
    `  ${curlLine(config, origin, api_key)}`,
  ]
}

/** Retries while the service is unavailable, because planning the first statements of a new database may exceed a deadline. */
async function retryUnavailable<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return pRetry(ask, {
    retries: Infinity,
    minTimeout: 500,
    factor: 1,
    maxRetryTime: RETRY_MS,
    shouldRetry: ({ error }) =>
      !signal.aborted && error instanceof Problem && error.code === 'service_unavailable',
  })
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
  // The operator's certificate is for another name than localhost.
  if (config.tls !== undefined) return ['-k']
  const certificate = path.join(config.dataDir, 'tls/cert.pem')
  return ['--cacert', `'${certificate.replaceAll("'", `'\\''`)}'`]
}

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { readInstance } from '../local/instance.ts'
import { environment } from './environment.ts'
import { CliError, EXIT } from './errors.ts'
import type { Connection } from './api-client.ts'

/** The settings that `ideas login` stores; the key is sent only to this URL. */
const Settings = z.object({
  url: z.url({ protocol: /^https$/ }),
  api_key: z.string(),
  ca_cert: z.string().optional(),
})
export type Settings = z.infer<typeof Settings>

const DEFAULT_URL = 'https://localhost:8443'
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The path of the settings file. */
export function settingsFile(): string {
  const base = environment.configHome() ?? path.join(homedir(), '.config')
  return path.join(base, 'idea-repository', 'config.json')
}

/** Reads the settings; `undefined` if there are none. @throws CliError when the file cannot be read */
function readSettings(): Settings | undefined {
  const file = settingsFile()
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new CliError(`${file}: cannot be read (${code})`)
  }
  try {
    return Settings.parse(JSON.parse(content))
  } catch {
    throw new CliError(`${file}: is damaged; run \`ideas login\` again, or \`ideas logout\``)
  }
}

/** Writes the settings atomically, readable only by the user. */
export function writeSettings(settings: Settings): void {
  const file = settingsFile()
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}

/** Deletes the settings; returns whether there were any. */
export function removeSettings(): boolean {
  try {
    rmSync(settingsFile())
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    throw new CliError(`${settingsFile()}: cannot be removed (${code})`)
  }
}

/** The origin of a URL. @throws CliError unless it is HTTPS */
export function originOf(url: string): string {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new CliError(`${url}: the address must start with https://`, EXIT.usage)
  }
  return new URL(url).origin
}

/** The default URL: of the environment, the settings, a local `npm start`, or localhost:8443. */
export function defaultUrl(kept: Settings | undefined): string {
  return environment.url() ?? kept?.url ?? readInstance(environment.dataDir())?.url ?? DEFAULT_URL
}

/** The certificate of a local `npm start`, if the URL is its own. */
function localCertificate(origin: string): string | undefined {
  const instance = readInstance(environment.dataDir())
  const { hostname, port } = new URL(origin)
  if (instance === undefined || !LOOPBACK.has(hostname) || new URL(instance.url).port !== port)
    return undefined
  try {
    return readFileSync(path.join(environment.dataDir(), 'tls/cert.pem'), 'utf8')
  } catch {
    return undefined
  }
}

/** What is trusted of an origin beside the usual authorities: its own certificate stays in its folder when it gets another. */
export function trustedCertificates(origin: string, kept: string | undefined): string | undefined {
  const own = localCertificate(origin)
  if (own === undefined || kept?.includes(own) === true) return kept
  return kept === undefined ? own : `${own}\n${kept}`
}

/** The connection of client commands: the environment overrides the settings. @throws CliError without a key */
export function connection(): Connection & { apiKey: string } {
  const given = environment.apiKey()
  const kept = given !== undefined && environment.url() !== undefined ? readSettingsOrNone() : readSettings()
  const url = originOf(defaultUrl(kept))
  const same = kept !== undefined && originOf(kept.url) === url ? kept : undefined
  const apiKey = given ?? same?.api_key
  if (apiKey === undefined) {
    throw new CliError(`not signed in to ${url}: run \`ideas login\`, or set IDEAS_API_KEY`, EXIT.refused)
  }
  return { url, apiKey: checkedKey(apiKey), ca: trustedCertificates(url, same?.ca_cert) }
}

/** Checks that a key is valid in a header. @throws CliError */
export function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new CliError('the API key has characters that no key has', EXIT.refused)
}

/** The settings, or `undefined` if they are damaged. */
export function readSettingsOrNone(): Settings | undefined {
  try {
    return readSettings()
  } catch {
    return undefined
  }
}

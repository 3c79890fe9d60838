import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { readInstance } from '../local/instance.ts'
import { environment } from './environment.ts'
import { CliError, EXIT } from './errors.ts'
import { createRest, type Connection, type Rest } from './rest.ts'

/** What `ideas login` keeps: the key counts for this address only. */
const Settings = z.object({ url: z.string(), api_key: z.string(), ca_cert: z.string().optional() })
export type Settings = z.infer<typeof Settings>

const DEFAULT_URL = 'https://localhost:8443'
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where the settings are kept. */
export function settingsFile(): string {
  const base = environment.configHome() ?? path.join(homedir(), '.config')
  return path.join(base, 'idea-repository', 'config.json')
}

/** What is kept; `undefined` when nothing is. @throws CliError when the file cannot be read */
export function readSettings(): Settings | undefined {
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

/** Keeps them, readable by nobody else at any moment. */
export function writeSettings(settings: Settings): void {
  const file = settingsFile()
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}

/** Forgets them; answers whether there were any. */
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

/** An address without a path. @throws CliError unless it is HTTPS */
export function originOf(url: string): string {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new CliError(`${url}: the address must start with https://`, EXIT.usage)
  }
  return new URL(url).origin
}

/** The address to use when none is named: the kept one, that of a service started here, or the usual one. */
export function defaultUrl(kept: Settings | undefined): string {
  return environment.url() ?? kept?.url ?? readInstance(environment.dataDir())?.url ?? DEFAULT_URL
}

/** The certificate of a service that `npm start` runs on this machine, when the address is its own. */
export function localCertificate(origin: string): string | undefined {
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

/** How to reach the service: the environment before what `ideas login` kept. @throws CliError without a key */
export function connection(): Connection & { apiKey: string } {
  const given = environment.apiKey()
  const kept = given !== undefined && environment.url() !== undefined ? keptIfReadable() : readSettings()
  const url = originOf(defaultUrl(kept))
  const same = kept !== undefined && originOf(kept.url) === url ? kept : undefined
  const apiKey = given ?? same?.api_key
  if (apiKey === undefined) {
    throw new CliError(`not signed in to ${url}: run \`ideas login\`, or set IDEAS_API_KEY`, EXIT.refused)
  }
  return { url, apiKey: checkedKey(apiKey), ca: same?.ca_cert ?? localCertificate(url) }
}

/** A key that can stand in a header. @throws CliError */
export function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new CliError('the API key has characters that no key has', EXIT.refused)
}

/** Runs `work` with a client of the service, and closes it. */
export async function withRest<T>(work: (rest: Rest) => Promise<T>): Promise<T> {
  const rest = createRest(connection())
  try {
    return await work(rest)
  } finally {
    await rest.close()
  }
}

/** What is kept, unless it is damaged: that is no reason not to go on without it. */
export function keptIfReadable(): Settings | undefined {
  try {
    return readSettings()
  } catch {
    return undefined
  }
}

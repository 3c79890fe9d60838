import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from 'node:tls'
import { runInProcess, type Run } from './in-process.ts'
import { sharedService, testEnvironment, type TestUser } from '../support/service.ts'

/** The program, for tests that need it as a process: with a terminal, signals, in a shell. */
export const PROGRAM = path.join(import.meta.dirname, '../../src/cli/ideas.ts')

type Env = Readonly<Record<string, string>>
type Options = Readonly<{ input?: string; env?: Env; cwd?: string }>

/** Runs `ideas …` on the throw-away servers; `input` is its standard input. */
export async function ideas(
  args: readonly string[],
  { input = '', env = {}, cwd }: Options = {},
): Promise<Run> {
  return runInProcess(args, { input, env: { ...testEnvironment(), ...env }, cwd })
}

/** A user at a command line of their own: their home, and the service that they are signed in to. */
export type Caller = Readonly<{
  user: TestUser
  home: string
  env: Env
  run: (args: readonly string[], options?: Options) => Promise<Run>
  /** Runs it, expects success, and answers what it printed as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  json: (args: readonly string[], options?: Options) => Promise<any>
}>

const homes: string[] = []

/** Removes what callers had. */
export function removeHomes(): void {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
}

/** A folder that is nobody's home yet, and the environment of somebody who lives there. */
export function newHome(): Readonly<{ home: string; env: Env }> {
  const home = mkdtempSync(path.join(tmpdir(), 'ideas-home-'))
  homes.push(home)
  const env = { HOME: home, XDG_CONFIG_HOME: path.join(home, 'config'), DATA_DIR: path.join(home, 'data') }
  return { home, env: { ...env, IDEAS_URL: '', IDEAS_API_KEY: '', NO_COLOR: '' } }
}

/** A new home whose environment names a service, trusts its certificate, and has a key. */
export async function newHomeAt(url: string, key: string): Promise<ReturnType<typeof newHome>> {
  const { home, env } = newHome()
  const certificate = path.join(home, 'cert.pem')
  writeFileSync(certificate, await certificateOf(url))
  return { home, env: { ...env, IDEAS_URL: url, IDEAS_API_KEY: key, NODE_EXTRA_CA_CERTS: certificate } }
}

/** A new user of a service, who is known by the environment; without an address, of the shared service. */
export async function newCaller(
  given: Readonly<{ url?: string; plan?: 'free' | 'pro' }> = {},
): Promise<Caller> {
  const service = await sharedService()
  const user = await service.createUser(given.plan)
  const { home, env } = await newHomeAt(given.url ?? service.url, user.api_key)
  const run: Caller['run'] = async (args, options = {}) =>
    ideas(args, { cwd: home, ...options, env: { ...env, ...options.env } })
  return {
    user,
    home,
    env,
    run,
    async json(args, options) {
      const { code, stdout, stderr } = await run([...args, '--json'], options)
      if (code !== 0) throw new Error(`ideas ${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
  }
}

/** The certificate that a service shows, in PEM. */
export async function certificateOf(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerCertificate()
      socket.destroy()
      resolve(`-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----\n`)
    }).once('error', reject)
  })
}

let made = 0

/** An e-mail address that nobody has. */
export function freshEmail(): string {
  made += 1
  return `Cli-${process.pid}-${Date.now()}-${made}@example.org`
}

// npm run conformance: the protocol's conformance suite against a service with test data, in both generations, and its scenarios for
// authorization servers, where Chromium signs in. Prints what the suite says, then the tables of docs/assistants.md.
// The suite is fetched by npx: its newer releases need other expectations.
import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { createStopSignal } from '../../src/local/stop-signal.ts'
import { newToken } from '../features/assistants/tokens.ts'
import { allow, CHROMIUM, newPage, signIn } from '../features/oauth/chromium.ts'
import { newIdea } from './factories.ts'
import { modules } from './program.ts'
import { startTestServers } from './servers.ts'
import { startService, type TestService, type TestUser } from './service.ts'
import { PASSWORD } from './sign-in.ts'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const REVISIONS = ['2026-07-28', '2025-11-25']
const FOLDER = path.resolve(import.meta.dirname, '../features/assistants')
const CALLBACK_PORT = 41_997

/** The suite speaks plain HTTP without credentials: this adds them, and says the origin that the service has. */
async function startProxy(service: TestService, token: string): Promise<Server> {
  const { port, origin } = new URL(service.url)
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, url, headers } = incoming
    const own = headers.origin === `http://${headers.host}` ? { origin } : {}
    const outgoing = request(
      {
        host: 'localhost',
        port,
        path: url,
        method,
        rejectUnauthorized: false,
        headers: { ...headers, ...own, authorization: `Bearer ${token}` },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
  const proxy = createServer(forward)
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
  return proxy
}

/** Runs the suite and returns what it says and its exit code. */
async function suite(args: readonly string[], hear: (text: string) => void = () => undefined) {
  const PATH = [path.join(modules, '.bin'), process.env['PATH']].join(path.delimiter)
  const env = { ...process.env, PATH, NODE_TLS_REJECT_UNAUTHORIZED: '0', NO_COLOR: '1' }
  const child = spawn('npx', ['--yes', SUITE, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    process.stdout.write(text)
    hear(said)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said, code }
}

/** The lines of a summary as rows of a table. */
function rowsOf(said: string): string[] {
  return [...said.matchAll(/^[✓✗] (?<name>[\w-]+): (?<passed>\d+) passed, (?<failed>\d+) failed/gm)].map(
    ({ groups: { name = '', passed = '', failed = '' } = {} }) => `| ${name} | ${passed} | ${failed} |`,
  )
}

async function authorization(service: TestService, user: TestUser) {
  const redirect = `http://127.0.0.1:${CALLBACK_PORT}/callback`
  const { body } = await service.anonymous.post(`${service.url}/oauth/register`, {
    client_name: 'Conformance suite',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
  })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  let isAsked = false
  const consent = async (url: string): Promise<void> => {
    const { page } = await newPage(browser)
    await signIn(page, url, user)
    await allow(page)
  }
  const options = ['--url', service.url, '--client-id', body.client_id, '--resource', `${service.url}/mcp`]
  const result = await suite(['authorization', ...options, '--port', String(CALLBACK_PORT)], (said) => {
    const url = /^https:\S+\/oauth\/authorize\?\S+$/m.exec(said)?.[0]
    if (isAsked || url === undefined) return
    isAsked = true
    consent(url).catch((error: unknown) => console.error(error))
  })
  await browser.close()
  return result
}

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  const { signal } = createStopSignal()
  const servers = await startTestServers({ env: process.env, signal, say: console.log })
  started.defer(() => servers.stop())
  Object.assign(process.env, servers.env)
  const service = started.adopt(await startService(), (service) => service.close())
  const user = await service.createUser('pro', PASSWORD)
  await newIdea(user.api, { tags: ['tag'] })
  const proxy = started.adopt(await startProxy(service, await newToken(user)), (proxy) => void proxy.close())
  const address = proxy.address()
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}/mcp`
  const tables: string[] = []
  const add = (title: string, { said, code }: Awaited<ReturnType<typeof suite>>): void => {
    tables.push(`${title}: exit code ${code}`, ...rowsOf(said), '')
    if (code !== 0) process.exitCode = 1
  }
  for (const revision of REVISIONS) {
    const options = ['--expected-failures', path.join(FOLDER, `conformance-baseline-${revision}.yml`)]
    add(revision, await suite(['server', '--url', url, '--requirements', revision, ...options]))
  }
  add('authorization server', await authorization(service, user))
  console.log(`\n${tables.join('\n')}`)
}

await main()
process.exit()

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino, type Logger } from 'pino'
import type { Plan } from '../../src/actor.ts'
import type { NewUser } from '../../src/account/schema.ts'
import { readConfig } from '../../src/config.ts'
import { serve } from '../../src/server.ts'
import type { Patience } from '../../src/queue/queue.ts'
import type { Services } from '../../src/services.ts'
import { Client } from './client.ts'

/** An account made for one test, with a client for each of its credentials. */
export type TestUser = Readonly<NewUser & { api: Client; session: Client }>

/** A service in this process, on real databases. */
export type TestService = Readonly<{
  url: string
  services: Services
  /** Nobody's client. */
  anonymous: Client
  createUser(plan?: Plan, password?: string): Promise<TestUser>
  close(): Promise<void>
}>

/** The addresses of the throw-away servers, as `npm test` and `test/support/servers.ts` hand them over. */
export function testServers(): { neo4jUri: string; user: string; password: string; redisUrl: string } {
  const { TEST_NEO4J_URI: neo4jUri, TEST_REDIS_URL: redisUrl } = process.env
  if (neo4jUri === undefined || redisUrl === undefined) {
    throw new Error('TEST_NEO4J_URI and TEST_REDIS_URL are not set: run the tests by npm test')
  }
  const { TEST_NEO4J_USER: user = 'neo4j', TEST_NEO4J_PASSWORD: password = '' } = process.env
  return { neo4jUri, user, password, redisUrl }
}

const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/idea-repository/compiled')

/** The environment of a service on the throw-away servers, with a port of its own. */
export function testEnvironment(): Record<string, string> {
  const { neo4jUri, user, password, redisUrl } = testServers()
  return {
    PORT: '0',
    NEO4J_URI: neo4jUri,
    NEO4J_USER: user,
    NEO4J_PASSWORD: password,
    REDIS_URL: redisUrl,
    LOG_LEVEL: 'error',
    // What the tests of everything else write is nobody's work.
    WORKER: 'separate',
    // The servers of a run know the statements from the shared service, and others learn those that they meet.
    WARM_UP_SECONDS: '0',
    // Hundreds of processes compile the same files; their coverage is told a little less exactly for it.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
}

type Options = Readonly<{
  env?: Readonly<Record<string, string>>
  log?: Logger
  clock?: () => number
  patience?: Patience
  claudeTimeoutMs?: number
  providerTimeoutMs?: number
}>

function quiet(): Logger {
  return pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
}

/** Starts a service with its own settings, clock or log. The caller closes it. */
export async function startService({
  env = {},
  log = quiet(),
  ...surroundings
}: Options = {}): Promise<TestService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-test-'))
  const config = readConfig({ ...testEnvironment(), DATA_DIR: dataDir, ...env })
  const server = await serve(config, { log, ...surroundings })
  return {
    url: server.url,
    services: server.services,
    anonymous: new Client(server.url, {}),
    createUser: async (plan = 'pro', password) => createUser(server.url, server.services, plan, password),
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let counter = 0

/** Makes an account in the database and clients for it at an address. */
export async function createUser(
  url: string,
  services: Services,
  plan: Plan,
  password?: string,
): Promise<TestUser> {
  counter += 1
  const email = `user-${process.pid}-${Date.now()}-${counter}@example.org`
  const user = await services.accounts.create({
    email,
    plan,
    ...(password === undefined ? {} : { password }),
  })
  return {
    ...user,
    api: new Client(url, { 'X-API-Key': user.api_key }),
    session: new Client(url, { Authorization: `Bearer ${user.session_token}` }),
  }
}

let shared: Promise<TestService> | undefined

/** The service that tests without special wishes share; it warms up as any other does by default. */
export async function sharedService(): Promise<TestService> {
  shared ??= startService({ env: { WARM_UP_SECONDS: '' } })
  return shared
}

/** An account of its own at the shared service. */
export async function newUser(plan: Plan = 'pro'): Promise<TestUser> {
  return (await sharedService()).createUser(plan)
}

/** Closes the shared service at the end of the run. */
export async function closeSharedService(): Promise<void> {
  await (await shared)?.close()
}

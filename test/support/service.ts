import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino, type Logger } from 'pino'
import type { Plan } from '../../src/platform/auth/actor.ts'
import type { NewUser } from '../../src/features/account/schema.ts'
import { readConfig } from '../../src/app/config.ts'
import { serve } from '../../src/app/server.ts'
import type { RetryPolicy } from '../../src/platform/jobs/queue.ts'
import type { PublicFetchOptions } from '../../src/platform/public-fetch.ts'
import type { Application } from '../../src/app/application.ts'
import { Client } from './client.ts'

/** A test account, with a client for each of its credentials. */
export type TestUser = Readonly<NewUser & { api: Client; session: Client }>

/** A service in this process on real databases. */
export type TestService = Readonly<{
  url: string
  dataDir: string
  application: Application
  /** A client without credentials. */
  anonymous: Client
  createUser(plan?: Plan, password?: string): Promise<TestUser>
  close(): Promise<void>
}>

type Environment = Readonly<Record<string, string | undefined>>

/** The test servers that environment variables name, those that `npm test` sets unless others are given. */
export function testServers(env: Environment = process.env) {
  const { TEST_NEO4J_URI: neo4jUri, TEST_REDIS_URL: redisUrl } = env
  if (!neo4jUri || !redisUrl) {
    throw new Error('TEST_NEO4J_URI and TEST_REDIS_URL are not set: run the tests by npm test')
  }
  const { TEST_NEO4J_USER: user = 'neo4j', TEST_NEO4J_PASSWORD: password = '' } = env
  return { neo4jUri, user, password, redisUrl }
}

const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/idea-repository/compiled')

/** The environment of a service on the test servers, with a free port. */
export function testEnvironment(env?: Environment): Record<string, string> {
  const { neo4jUri, user, password, redisUrl } = testServers(env)
  return {
    PORT: '0',
    NEO4J_URI: neo4jUri,
    NEO4J_USER: user,
    NEO4J_PASSWORD: password,
    REDIS_URL: redisUrl,
    LOG_LEVEL: 'error',
    // No worker, because most tests do not need background work.
    WORKER: 'separate',
    // Hundreds of processes compile the same files; the cache makes their coverage slightly less exact.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
}

type Options = Readonly<{
  env?: Readonly<Record<string, string>>
  log?: Logger
  clock?: () => number
  retryPolicy?: RetryPolicy
  claudeTimeoutMs?: number
  providerTimeoutMs?: number
  documents?: PublicFetchOptions
  sweep?: Readonly<{ firstMs: number; everyMs: number }>
}>

function quiet(): Logger {
  return pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
}

/** Longer than any run: housekeeping beside a test would add to the statements and round trips that it counts. */
const NO_SWEEP = { firstMs: 2 ** 31 - 1, everyMs: 2 ** 31 - 1 }

/** Starts a service with its own settings, clock or log. The caller must close it. */
export async function startService({
  env = {},
  log = quiet(),
  sweep = NO_SWEEP,
  ...overrides
}: Options = {}): Promise<TestService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-test-'))
  const config = readConfig({ ...testEnvironment(), DATA_DIR: dataDir, ...env })
  const server = await serve(config, { log, sweep, ...overrides })
  return {
    url: server.url,
    dataDir: config.dataDir,
    application: server.application,
    anonymous: new Client(server.url, {}),
    createUser: async (plan = 'pro', password) => createUser(server.url, server.application, plan, password),
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Gives a suite a service of its own. */
export function givenService(receive: (given: TestService) => void, options?: Options): void {
  let service: TestService | undefined
  before(async () => {
    service = await startService(options)
    receive(service)
  })
  after(async () => service?.close())
}

let counter = 0

/** Creates an account, and clients for it at a URL. */
export async function createUser(
  url: string,
  application: Application,
  plan: Plan,
  password?: string,
): Promise<TestUser> {
  counter += 1
  const email = `user-${process.pid}-${Date.now()}-${counter}@example.org`
  const user = await application.accounts.create({
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

/** The service shared by tests without special settings. */
export async function sharedService(): Promise<TestService> {
  shared ??= startService()
  return shared
}

/** Creates an account at the shared service. */
export async function newUser(plan: Plan = 'pro'): Promise<TestUser> {
  return (await sharedService()).createUser(plan)
}

/** Closes the shared service at the end of the run. */
export async function closeSharedService(): Promise<void> {
  await (await shared)?.close()
}

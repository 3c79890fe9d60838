import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { startNeo4jWithJava, startRedisWithProgram } from '../../src/local/host-servers.ts'
import { testModel } from './model.ts'
import type { Neo4jAddress } from './server-data.ts'
import { givenNeo4j, givenRedis } from './servers-given.ts'

/** A Neo4j for the tests; `stop` removes all data of the run. */
export type TestNeo4j = Neo4jAddress & Readonly<{ stop: () => Promise<void> }>

/** A Redis for the tests; `stop` removes all data of the run. */
export type TestRedis = Readonly<{ url: string; stop: () => Promise<void> }>

/** The servers and the folder of the embedding model, as environment variables for the tests. */
export type TestServers = Readonly<{ env: Readonly<Record<string, string>>; stop: () => Promise<void> }>

/**
 * The environment that selects the servers, a signal that aborts the start, and a function that prints messages. Programs of this
 * machine start quickly unless `brief` is false: then they run as those of `npm start` do, for what is measured.
 */
export type TestServersOptions = Readonly<{
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
  say: (line: string) => void
  brief?: boolean
}>

type Way = Readonly<{ neo4j: () => Promise<TestNeo4j>; redis: () => Promise<TestRedis> }>

/**
 * Starts the servers of the tests: those of `TEST_NEO4J_URI` and `TEST_REDIS_URL`, else containers if an engine answers, else
 * local programs. `TEST_SERVERS=local|containers` forces one of the last two.
 * @throws OperatorError when a given server contains data, or this machine cannot run one
 */
export async function startTestServers(options: TestServersOptions): Promise<TestServers> {
  const [servers, model] = await Promise.allSettled([startPair(options), testModel(options)])
  if (servers.status === 'rejected') throw servers.reason
  if (model.status === 'fulfilled') return { ...servers.value, env: { ...servers.value.env, ...model.value } }
  await servers.value.stop()
  throw model.reason
}

/** Like {@link startTestServers}, without the model. */
export async function startPair(options: TestServersOptions): Promise<TestServers> {
  const started = new AsyncDisposableStack()
  try {
    const { neo4j, redis } = await start(options, started)
    return { env: variablesOf(neo4j, redis), stop: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

/** The environment variables of a pair of servers. */
export function variablesOf(neo4j: Omit<TestNeo4j, 'stop'>, redis: Omit<TestRedis, 'stop'>) {
  return {
    TEST_NEO4J_URI: neo4j.uri,
    TEST_NEO4J_USER: neo4j.user,
    TEST_NEO4J_PASSWORD: neo4j.password,
    TEST_REDIS_URL: redis.url,
  }
}

/** The servers of environment variables. */
export function addressesIn(env: TestServersOptions['env']): { neo4j: Neo4jAddress; redis: string } {
  const {
    TEST_NEO4J_URI: uri = '',
    TEST_NEO4J_USER: user = 'neo4j',
    TEST_NEO4J_PASSWORD: password = '',
  } = env
  return { neo4j: { uri, user, password }, redis: env['TEST_REDIS_URL'] ?? '' }
}

async function start(options: TestServersOptions, started: AsyncDisposableStack) {
  const stoppedWith = <Server extends TestNeo4j | TestRedis>(server: Server): Server =>
    started.adopt(server, () => server.stop())
  const { neo4j, redis } = addressesIn(options.env)
  // External servers first, because a refusal should be immediate.
  const named = {
    neo4j: neo4j.uri === '' ? undefined : stoppedWith(await givenNeo4j(neo4j)),
    redis: redis === '' ? undefined : stoppedWith(await givenRedis(redis)),
  }
  if (named.neo4j !== undefined && named.redis !== undefined) {
    options.say('Servers: those that TEST_NEO4J_URI and TEST_REDIS_URL name')
    return { neo4j: named.neo4j, redis: named.redis }
  }
  const way = await chooseWay(options, started)
  return {
    neo4j: named.neo4j ?? stoppedWith(await way.neo4j()),
    redis: named.redis ?? stoppedWith(await way.redis()),
  }
}

async function chooseWay(options: TestServersOptions, started: AsyncDisposableStack): Promise<Way> {
  const forced = options.env['TEST_SERVERS'] ?? ''
  if (!['', 'local', 'containers'].includes(forced)) {
    throw new OperatorError('TEST_SERVERS must be "local" or "containers"')
  }
  const { engineAnswers, neo4jContainer, redisContainer } = await import('./servers-containers.ts')
  const containers = forced !== 'local' && (await engineAnswers())
  if (forced === 'containers' && !containers) {
    throw new OperatorError('TEST_SERVERS asks for containers, but no container engine answers')
  }
  options.say(containers ? 'Servers: containers' : 'Servers: programs of this machine')
  if (!containers) return localWay(options, started)
  if (forced === 'containers') return { neo4j: neo4jContainer, redis: redisContainer }
  const local = await localWay(options, started)
  const orElse = <Server>(container: () => Promise<Server>, program: () => Promise<Server>) =>
    container().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      options.say(`The container engine cannot run it (${reason ?? ''}): a program of this machine instead`)
      return program()
    })
  return {
    neo4j: () => orElse(neo4jContainer, local.neo4j),
    redis: () => orElse(redisContainer, local.redis),
  }
}

async function localWay(
  { signal, brief = true }: TestServersOptions,
  started: AsyncDisposableStack,
): Promise<Way> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'idea-repository-test-'))
  started.defer(() => rm(dataDir, { recursive: true }))
  const place = { dataDir, ports: { bolt: 0, http: 0, redis: 0 }, signal, brief }
  return { neo4j: () => startNeo4jWithJava(place), redis: () => startRedisWithProgram(place) }
}

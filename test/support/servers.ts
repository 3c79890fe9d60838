import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { OperatorError } from '../../src/config.ts'
import { startNeo4jWithJava, startRedisWithProgram } from '../../src/local/local-way.ts'
import { testModel } from './model.ts'
import { engineAnswers, neo4jContainer, redisContainer } from './servers-containers.ts'
import { givenNeo4j, givenRedis } from './servers-given.ts'

/** A Neo4j for the tests; `stop` leaves nothing of the run behind. */
export type TestNeo4j = Readonly<{ uri: string; user: string; password: string; stop: () => Promise<void> }>

/** A Redis for the tests; `stop` leaves nothing of the run behind. */
export type TestRedis = Readonly<{ url: string; stop: () => Promise<void> }>

/** Both servers and the embedding model's folder, as the variables that the tests read. */
export type TestServers = Readonly<{ env: Readonly<Record<string, string>>; stop: () => Promise<void> }>

/** The variables that choose the servers, what stops their start, and who is told about it. */
export type TestServersOptions = Readonly<{
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
  say: (line: string) => void
}>

type Way = Readonly<{ neo4j: () => Promise<TestNeo4j>; redis: () => Promise<TestRedis> }>

/**
 * Brings up what the tests run on: the servers that `TEST_NEO4J_URI` and `TEST_REDIS_URL` name, else containers if an
 * engine answers, else programs of this machine. `TEST_SERVERS=local|containers` forces one of the last two.
 * @throws OperatorError when a named server holds data, or nothing here can run one.
 */
export async function startTestServers(options: TestServersOptions): Promise<TestServers> {
  const started = new AsyncDisposableStack()
  try {
    const { neo4j, redis } = await start(options, started)
    const model = await testModel(options)
    return {
      env: {
        TEST_NEO4J_URI: neo4j.uri,
        TEST_NEO4J_USER: neo4j.user,
        TEST_NEO4J_PASSWORD: neo4j.password,
        TEST_REDIS_URL: redis.url,
        ...model,
      },
      stop: () => started.disposeAsync(),
    }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

/**
 * Brings up an empty Neo4j beside those of the run.
 * @throws OperatorError when nothing here can run one.
 */
export async function startAnotherNeo4j(options: TestServersOptions): Promise<TestNeo4j> {
  const started = new AsyncDisposableStack()
  try {
    const server = await (await chooseWay(options, started)).neo4j()
    started.defer(() => server.stop())
    return { ...server, stop: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function start(options: TestServersOptions, started: AsyncDisposableStack) {
  const stoppedWith = <Server extends TestNeo4j | TestRedis>(server: Server): Server =>
    started.adopt(server, () => server.stop())
  const { TEST_NEO4J_URI, TEST_NEO4J_USER = 'neo4j', TEST_NEO4J_PASSWORD = '', TEST_REDIS_URL } = options.env
  // The named ones first: a refusal should not wait for anything.
  const named = {
    neo4j: TEST_NEO4J_URI
      ? stoppedWith(await givenNeo4j(TEST_NEO4J_URI, TEST_NEO4J_USER, TEST_NEO4J_PASSWORD))
      : undefined,
    redis: TEST_REDIS_URL ? stoppedWith(await givenRedis(TEST_REDIS_URL)) : undefined,
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
  const containers = forced !== 'local' && (await engineAnswers())
  if (forced === 'containers' && !containers) {
    throw new OperatorError('TEST_SERVERS asks for containers, but no container engine answers')
  }
  options.say(containers ? 'Servers: containers' : 'Servers: programs of this machine')
  if (!containers) return localWay(options.signal, started)
  if (forced === 'containers') return { neo4j: neo4jContainer, redis: redisContainer }
  const local = await localWay(options.signal, started)
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

async function localWay(signal: AbortSignal, started: AsyncDisposableStack): Promise<Way> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'idea-repository-test-'))
  started.defer(() => rm(dataDir, { recursive: true }))
  const place = { dataDir, ports: { bolt: 0, http: 0, redis: 0 }, signal, brief: true }
  return { neo4j: () => startNeo4jWithJava(place), redis: () => startRedisWithProgram(place) }
}

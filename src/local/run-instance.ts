import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { masterKeysOf } from '../compose-develop.ts'
import { OperatorError, type Config } from '../config.ts'
import { readKeyPair } from '../http/certificate.ts'
import { listen } from '../http/listener.ts'
import { containerEngine, startNeo4j, startRedis, stopLeftovers } from './databases.ts'
import { firstAccount, type Accounts } from './first-account.ts'
import { removeInstance, writeInstance, type Instance } from './instance.ts'
import { lockDataDir } from './lock.ts'
import { bringModelsOrTell } from './model.ts'
import { usualPorts, type Place } from './place.ts'
import type { StopRequest } from './stop-request.ts'

/** The service as this folder knows it: where it answers, its accounts, and how it is closed. */
export type Serve = (
  config: Config,
) => Promise<
  Readonly<{ url: string; services: Readonly<{ accounts: Accounts }>; close: () => Promise<void> }>
>

/**
 * Runs the service on databases of its own, with the local embedding model unless another is named, until somebody wants
 * it to stop; then stops everything it started.
 * @throws OperatorError when it cannot start or one of its databases ends.
 */
export async function runInstance(given: Config, stop: StopRequest, serve: Serve): Promise<void> {
  const config = { ...given, dataDir: path.resolve(given.dataDir) }
  // Disposes in reverse order on every way out: the service first, the lock last.
  await using started = new AsyncDisposableStack()
  makeDataDir(config.dataDir)
  started.use(lockDataDir(config.dataDir))
  removeInstance(config.dataDir)
  // What is wrong anyway is told before the databases are brought up, which takes a while.
  await checkPort(config)
  if (config.tls !== undefined && !config.trustProxy) await readKeyPair(config.tls)
  await masterKeysOf(config).all()

  const databases = await startDatabases(config, stop.signal, started).catch((error: unknown) => {
    // A Ctrl-C also reaches the short-lived programs of the start; that they failed is then no news.
    stop.signal.throwIfAborted()
    throw error
  })
  await bringModelsOrTell(config, { logDir: path.join(config.dataDir, 'logs'), signal: stop.signal })
  const serving = serve({ ...config, neo4j: databases.neo4j, redisUrl: databases.redis.url })
  // A stop does not wait for a service that is still on its way up: it ends with this process.
  await Promise.race([serving, stop.requested])
  stop.signal.throwIfAborted()
  const service = await serving
  started.defer(() => service.close())
  const { origin } = new URL(service.url)

  started.defer(() => removeInstance(config.dataDir))
  const { neo4j, redis } = databases
  writeInstance(config.dataDir, { pid: process.pid, url: service.url, neo4j, redis })
  const account = await firstAccount(service.services.accounts, config, origin)
  for (const line of [...announcement(config, origin, neo4j), ...account]) console.log(line)

  const ended = await Promise.race([stop.requested, ...databases.ends])
  if (ended !== undefined) throw new OperatorError(`${ended}: see ${path.join(config.dataDir, 'logs')}`)
  console.log('Stopping …')
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** By listening there for a moment, as the service will. */
async function checkPort({ host, port }: Config): Promise<void> {
  const listener = await listen(() => undefined, { host, port, tls: undefined })
  await listener.close()
}

type Databases = Readonly<{
  neo4j: Instance['neo4j']
  redis: Instance['redis']
  ends: readonly Promise<string>[]
}>

async function startDatabases(
  config: Config,
  signal: AbortSignal,
  started: AsyncDisposableStack,
): Promise<Databases> {
  const place: Place = { dataDir: config.dataDir, ports: usualPorts, signal }
  await stopLeftovers(place)
  const given = { neo4j: config.neo4j.uri, redis: config.redisUrl }
  const engine =
    given.neo4j !== undefined && given.redis !== undefined ? undefined : await containerEngine(place)
  const ends: Promise<string>[] = []
  const own = <Server extends { ended: Promise<string>; stop: () => Promise<void> }>(
    name: string,
    server: Server,
  ) => {
    started.defer(() => server.stop())
    ends.push(server.ended.then((how) => `${name} has ended (${how})`))
    const { ended: _ended, stop: _stop, ...address } = server
    return address
  }
  // Neo4j first: what it needs to run is what brings Redis too, so its message says it all.
  const neo4j =
    given.neo4j === undefined
      ? { ...own('Neo4j', await startNeo4j(place, engine)), database: 'neo4j' }
      : { ...config.neo4j, uri: given.neo4j }
  const redis =
    given.redis === undefined ? own('Redis', await startRedis(place, engine)) : { url: given.redis }
  return { neo4j, redis, ends }
}

function announcement(config: Config, origin: string, neo4j: Instance['neo4j']): string[] {
  const { browserUrl, user } = neo4j
  const passwordFile = path.join(config.dataDir, 'neo4j/password')
  return [
    'Idea Repository is running; Ctrl-C stops it.',
    `  API            ${origin}/api/v1`,
    `  documentation  ${origin}/docs`,
    ...(browserUrl === undefined
      ? []
      : [`  Neo4j Browser  ${browserUrl} (user ${user}, password in ${passwordFile})`]),
    `  logs           ${path.join(config.dataDir, 'logs')}`,
  ]
}

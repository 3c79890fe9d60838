import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { masterKeysOf } from '../platform/auth/master-keys.ts'
import { type Config } from '../app/config.ts'
import { serve } from '../app/server.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { readKeyPair } from '../platform/http/certificate.ts'
import { listen } from '../platform/http/listener.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { containerEngine, startNeo4j, startRedis, stopLeftovers } from './databases.ts'
import { firstAccount } from './first-account.ts'
import { removeInstance, writeInstance, type Instance } from './instance.ts'
import { lockDataDir } from './lock.ts'
import { downloadModelOrWarn } from './model.ts'
import { usualPorts, type LaunchOptions } from './launch-options.ts'
import type { StopSignal } from './stop-signal.ts'
import { buildWeb } from './web.ts'

/**
 * Runs the service with its own databases, and the local embedding model unless another is configured, until `stop` is
 * signalled; then stops everything it started.
 * @throws OperatorError when it cannot start or one of its databases exits
 */
export async function runInstance(given: Config, stop: StopSignal): Promise<void> {
  const config = { ...given, dataDir: path.resolve(given.dataDir) }
  // Disposes in reverse order on every way out: the service first, the lock last.
  await using started = new AsyncDisposableStack()
  makeDataDir(config.dataDir)
  makeFolder(path.join(config.dataDir, 'logs'))
  started.use(lockDataDir(config.dataDir))
  removeInstance(config.dataDir)
  // Check what can fail early before the databases start, which takes a while.
  await checkPort(config)
  if (config.tls !== undefined && !config.trustProxy) await readKeyPair(config.tls)
  await masterKeysOf(config).all()
  // Ctrl-C also reaches the child processes of the start; their failures are then irrelevant.
  const orStopped = (error: unknown): never => {
    stop.signal.throwIfAborted()
    throw error
  }
  await buildWeb().catch(orStopped)
  const databases = await startDatabases(config, stop.signal, started).catch(orStopped)
  await downloadModelOrWarn(config, { logDir: path.join(config.dataDir, 'logs'), signal: stop.signal })
  // The service logs to a file, because the terminal shows messages for people.
  const log = createLog(config.logLevel, path.join(config.dataDir, 'logs/service.log'))
  const serving = serve({ ...config, neo4j: databases.neo4j, redisUrl: databases.redis.url }, { log })
  const databaseEnded = Promise.race(databases.ends).then((ended) => {
    throw new OperatorError(`${ended}: see ${path.join(config.dataDir, 'logs')}`)
  })
  // A stop does not wait for a service that is still starting: it ends with this process.
  await Promise.race([serving, stop.requested, databaseEnded])
  stop.signal.throwIfAborted()
  const service = await serving
  started.defer(() => service.close())
  const { origin } = new URL(service.url)

  started.defer(() => removeInstance(config.dataDir))
  const { neo4j, redis } = databases
  writeInstance(config.dataDir, { pid: process.pid, url: service.url, neo4j, redis })
  // Also when a stop was asked for: what it made is shown only once.
  const account = await Promise.race([
    firstAccount(service.application, config, { origin, signal: stop.signal }).catch(orStopped),
    databaseEnded,
  ])
  for (const line of [...announcement(config, origin, neo4j), ...account]) console.log(line)

  await Promise.race([stop.requested, databaseEnded])
  console.log('Stopping …')
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** With those above it. Node's own `recursive` never ends where a folder takes no further ones, as /proc does. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  makeFolder(path.dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Checks that the service can listen on its port. */
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
  const launch: LaunchOptions = { dataDir: config.dataDir, ports: usualPorts, signal }
  await stopLeftovers(launch)
  const given = { neo4j: config.neo4j.uri, redis: config.redisUrl }
  const engine =
    given.neo4j !== undefined && given.redis !== undefined ? undefined : await containerEngine(launch)
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
  // Neo4j first: its requirements include those of Redis, so that one error message covers both.
  const neo4j =
    given.neo4j === undefined
      ? { ...own('Neo4j', await startNeo4j(launch, engine)), database: 'neo4j' }
      : { ...config.neo4j, uri: given.neo4j }
  const redis =
    given.redis === undefined
      ? { ...own('Redis', await startRedis(launch, engine)), cluster: false }
      : { url: given.redis, cluster: config.redisCluster }
  return { neo4j, redis, ends }
}

function announcement(config: Config, origin: string, neo4j: Instance['neo4j']): string[] {
  const { browserUrl, user } = neo4j
  const passwordFile = path.join(config.dataDir, 'neo4j/password')
  const url = config.publicUrl ?? origin
  return [
    'Idea Repository is running; Ctrl-C stops it.',
    `  dashboard      ${url}/`,
    `  API            ${url}/api/v1`,
    `  documentation  ${url}/docs`,
    `  assistants     ${url}/mcp`,
    ...(browserUrl === undefined
      ? []
      : [`  Neo4j Browser  ${browserUrl} (user ${user}, password in ${passwordFile})`]),
    `  logs           ${path.join(config.dataDir, 'logs')}`,
  ]
}

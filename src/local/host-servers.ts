import path from 'node:path'
import which from 'which'
import { OperatorError } from '../platform/operator-error.ts'
import { findJava, OLDEST_JAVA } from './java.ts'
import { embeddedRedisServer, neo4jClassPath } from './maven.ts'
import { runNeo4jProcess, startNeo4jBy } from './neo4j.ts'
import { ensureFolder, type Neo4jServer, type LaunchOptions, type RedisServer } from './launch-options.ts'
import { runRedisProcess, startRedisBy } from './redis.ts'

const CONTAINER_ENGINE = 'Docker or Podman (and start it)'

/**
 * Starts Neo4j with a local Java and jars from Maven.
 * @throws OperatorError that says what to install if either is missing
 */
export async function startNeo4jWithJava(launch: LaunchOptions): Promise<Neo4jServer> {
  const java = await findJava()
  if (java === undefined || which.sync('mvn', { nothrow: true }) === null) {
    const missing = [
      ...(java === undefined ? [`Java ${OLDEST_JAVA} or later`] : []),
      ...(which.sync('mvn', { nothrow: true }) === null ? ['Maven'] : []),
    ].join(' and ')
    throw new OperatorError(
      `Nothing here can run Neo4j: install ${CONTAINER_ENGINE}, or ${missing}; or give NEO4J_URI`,
    )
  }
  const logDir = ensureFolder(launch, 'logs')
  const classPath = await neo4jClassPath({ javaHome: java.home, logDir, signal: launch.signal })
  const run = runNeo4jProcess.bind(undefined, launch, { java, classPath })
  return startNeo4jBy(run, launch, ensureFolder(launch, 'logs/neo4j'))
}

/**
 * Starts a local `redis-server`, or the one in a jar from Maven.
 * @throws OperatorError that says what to install if there is neither
 */
export async function startRedisWithProgram(launch: LaunchOptions): Promise<RedisServer> {
  const run = runRedisProcess.bind(undefined, launch, await redisServerProgram(launch))
  return startRedisBy(run, launch, path.join(ensureFolder(launch, 'logs'), 'redis.log'))
}

/** The `redis-server` that {@link startRedisWithProgram} starts. @throws OperatorError as it does */
export async function redisServerProgram(launch: LaunchOptions): Promise<string> {
  const installed = which.sync('redis-server', { nothrow: true })
  if (installed !== null) return installed
  const java = await findJava()
  if (which.sync('mvn', { nothrow: true }) === null || java === undefined) {
    throw new OperatorError(
      `Nothing here can run Redis: install ${CONTAINER_ENGINE}, or redis-server; or give REDIS_URL`,
    )
  }
  return embeddedRedisServer({
    javaHome: java.home,
    logDir: ensureFolder(launch, 'logs'),
    signal: launch.signal,
  })
}

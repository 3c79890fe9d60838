import { OperatorError } from '../config.ts'
import { findJava, oldestJava } from './java.ts'
import { embeddedRedisServer, neo4jClassPath } from './maven.ts'
import { startNeo4jProcess } from './neo4j.ts'
import { folderOf, type Neo4jServer, type Place, type RedisServer } from './place.ts'
import { onPath } from './programs.ts'
import { startRedisProcess } from './redis.ts'

const containerEngine = 'Docker or Podman (and start it)'

/**
 * Starts Neo4j with the Java of this machine and the jars that Maven brings.
 * @throws OperatorError saying what to install when either is missing.
 */
export async function startNeo4jWithJava(place: Place): Promise<Neo4jServer> {
  const java = await findJava()
  if (java === undefined || onPath('mvn') === undefined) {
    const missing = [
      ...(java === undefined ? [`Java ${String(oldestJava)} or later`] : []),
      ...(onPath('mvn') === undefined ? ['Maven'] : []),
    ].join(' and ')
    throw new OperatorError(
      `Nothing here can run Neo4j: install ${containerEngine}, or ${missing}; or give NEO4J_URI`,
    )
  }
  const logDir = folderOf(place, 'logs')
  const classPath = await neo4jClassPath({ javaHome: java.home, logDir, signal: place.signal })
  return startNeo4jProcess(place, java, classPath)
}

/**
 * Starts the `redis-server` of this machine, or the one in the jar that Maven brings.
 * @throws OperatorError saying what to install when there is neither.
 */
export async function startRedisWithProgram(place: Place): Promise<RedisServer> {
  const installed = onPath('redis-server')
  if (installed !== undefined) return startRedisProcess(place, installed)
  const java = await findJava()
  if (onPath('mvn') === undefined || java === undefined) {
    throw new OperatorError(
      `Nothing here can run Redis: install ${containerEngine}, or redis-server; or give REDIS_URL`,
    )
  }
  const logDir = folderOf(place, 'logs')
  return startRedisProcess(
    place,
    await embeddedRedisServer({ javaHome: java.home, logDir, signal: place.signal }),
  )
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { OperatorError } from '../../../src/platform/operator-error.ts'
import { startNeo4jWithJava, startRedisWithProgram } from '../../../src/local/host-servers.ts'
import type { LaunchOptions } from '../../../src/local/launch-options.ts'
import { pickPort } from '../../../src/local/ports.ts'

/** Servers that can be killed and started again at the same addresses. */
export type MortalServers = Readonly<{
  env: Readonly<Record<string, string>>
  /** SIGKILL; then a start on the same data. */
  killNeo4j(): Promise<void>
  /** SIGKILL; then a start with no data at all. */
  killRedis(): Promise<void>
  stop(): Promise<void>
}>

/** Starts a Neo4j and a Redis from this machine's programs; undefined where it has none. */
export async function startMortalServers(): Promise<MortalServers | undefined> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-mortal-'))
  const [bolt, http, redisPort] = [await pickPort(0), await pickPort(0), await pickPort(0)]
  const { signal } = new AbortController()
  const launch: LaunchOptions = { dataDir, ports: { bolt, http, redis: redisPort }, signal, brief: true }
  try {
    let neo4j = await startNeo4jWithJava(launch)
    let redis = await startRedisWithProgram(launch)
    return {
      env: {
        NEO4J_URI: neo4j.uri,
        NEO4J_USER: neo4j.user,
        NEO4J_PASSWORD: neo4j.password,
        REDIS_URL: redis.url,
      },
      async killNeo4j() {
        await kill(neo4j)
        neo4j = await startNeo4jWithJava(launch)
      },
      async killRedis() {
        await kill(redis)
        await rm(path.join(dataDir, 'redis/data'), { recursive: true })
        redis = await startRedisWithProgram(launch)
      },
      async stop() {
        await Promise.all([neo4j.stop(), redis.stop()])
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    if (error instanceof OperatorError) return undefined
    throw error
  }
}

async function kill({ pid, ended }: Readonly<{ pid: number; ended: Promise<string> }>): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await ended
}

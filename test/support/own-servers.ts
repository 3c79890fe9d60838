import type { Driver } from 'neo4j-driver'
import { vectorIndexQueries } from '../../src/features/indexing/store.ts'
import { sent } from '../../src/platform/graph/query.ts'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { clearNeo4j, clearRedis, connectNeo4j, connectRedis, queryNeo4j } from './server-data.ts'
import { addressesIn, startPair } from './servers.ts'
import { startInBackground } from './standing-servers.ts'

/** Empty servers for tests of background work, which processes everything in a database. */
export type OwnServers = Readonly<{
  /** The environment of a service on these servers. */
  env: Readonly<Record<string, string>>
  driver: Driver
  query(text: string, params?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>[]>
  /** Removes all data and the vector index of a second model. */
  clear(): Promise<void>
}>

let opened: Promise<(OwnServers & { close(): Promise<void> }) | undefined> | undefined

/**
 * A Neo4j and a Redis beside those of the run, started once and emptied at each call. Undefined if this machine cannot run
 * them.
 */
export async function ownServers(): Promise<OwnServers | undefined> {
  opened ??= open()
  const servers = await opened
  await servers?.clear()
  return servers
}

/** Stops the servers of {@link ownServers}. */
export async function closeOwnServers(): Promise<void> {
  await (await opened)?.close()
}

async function open() {
  if (process.env['TEST_STANDING'] !== undefined)
    return on(await startInBackground('own'), async () => undefined)
  // Without the variables of the run's servers, which may be external.
  const env = { TEST_SERVERS: process.env['TEST_SERVERS'] }
  const signal = new AbortController().signal
  try {
    const servers = await startPair({ env, signal, say: () => undefined })
    return await on(servers.env, servers.stop)
  } catch (error) {
    // With external servers, this machine may be unable to run any.
    if (error instanceof OperatorError) return undefined
    throw error
  }
}

async function on(env: Readonly<Record<string, string>>, stop: () => Promise<void>) {
  const { neo4j, redis: redisUrl } = addressesIn(env)
  const driver = connectNeo4j(neo4j)
  const redis = await connectRedis(redisUrl)
  return {
    env: {
      NEO4J_URI: neo4j.uri,
      NEO4J_USER: neo4j.user,
      NEO4J_PASSWORD: neo4j.password,
      REDIS_URL: redisUrl,
    },
    driver,
    query: async (text: string, params = {}) => queryNeo4j(driver, text, params),
    async clear() {
      await clearRedis(redis)
      await clearNeo4j(driver)
      await queryNeo4j(driver, ...sent(vectorIndexQueries.dropB, {}))
    },
    async close() {
      redis.disconnect()
      await driver.close()
      await stop()
    },
  }
}

import neo4j, { type Driver } from 'neo4j-driver'
import { Redis } from 'ioredis'
import { OperatorError } from '../../src/config.ts'
import { startAnotherNeo4j, type TestNeo4j } from './servers.ts'
import { testServers } from './service.ts'

/** Servers for the tests of background work, which is about everything that a database holds. */
export type OwnServers = Readonly<{
  /** The environment of a service on them. */
  env: Readonly<Record<string, string>>
  driver: Driver
  query(text: string, params?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>[]>
  /** Empties them, with their vector indexes. */
  clear(): Promise<void>
}>

let opened: Promise<(OwnServers & { close(): Promise<void> }) | undefined> | undefined

/**
 * A Neo4j beside that of the run, and a database of its own in the run's Redis; made once, empty at each call. Undefined
 * where nothing here can run one.
 */
export async function ownServers(): Promise<OwnServers | undefined> {
  opened ??= open()
  const servers = await opened
  await servers?.clear()
  return servers
}

/** Ends what {@link ownServers} has started. */
export async function closeOwnServers(): Promise<void> {
  await (await opened)?.close()
}

async function open() {
  const signal = new AbortController().signal
  const server = await startAnotherNeo4j({ env: process.env, signal, say: () => undefined }).catch(
    (error: unknown) => {
      // Where the run was given its servers nothing else may be able to run one.
      if (error instanceof OperatorError) return undefined
      throw error
    },
  )
  return server === undefined ? undefined : on(server)
}

function on(server: TestNeo4j) {
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), {
    disableLosslessIntegers: true,
    telemetryDisabled: true,
  })
  const redisUrl = new URL(testServers().redisUrl)
  redisUrl.pathname = '/1'
  const redis = new Redis(redisUrl.href, { lazyConnect: true })
  const query = async (text: string, params = {}) => run(driver, text, params)
  return {
    env: {
      NEO4J_URI: server.uri,
      NEO4J_USER: server.user,
      NEO4J_PASSWORD: server.password,
      REDIS_URL: redisUrl.href,
    },
    driver,
    query,
    async clear() {
      await redis.flushdb()
      for (const slot of ['a', 'b']) await query(`DROP INDEX passages_${slot} IF EXISTS`)
      await query(
        `MATCH (n) WHERE NOT n:Migration AND NOT n:Sequence
         CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS`,
      )
    },
    async close() {
      redis.disconnect()
      await driver.close()
      await server.stop()
    },
  }
}

async function run(driver: Driver, text: string, params: object): Promise<Record<string, unknown>[]> {
  const session = driver.session({ database: 'neo4j' })
  try {
    return (await session.run(text, params)).records.map((record) => record.toObject())
  } finally {
    await session.close()
  }
}

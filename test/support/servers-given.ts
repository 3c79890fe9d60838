import { Redis } from 'ioredis'
import neo4j, { type Driver } from 'neo4j-driver'
import { OperatorError } from '../../src/config.ts'
import type { TestNeo4j, TestRedis } from './servers.ts'

const database = 'neo4j'

/**
 * The Neo4j that somebody names for the tests; its `stop` removes what the run made and nothing else.
 * @throws OperatorError when it does not answer or any of its databases holds a node.
 */
export async function givenNeo4j(uri: string, user: string, password: string): Promise<TestNeo4j> {
  const driver = connect(uri, user, password)
  try {
    const nodes = await countNodes(driver)
    if (nodes > 0) {
      throw new OperatorError(
        `TEST_NEO4J_URI names a Neo4j that holds data (${String(nodes)} nodes): the tests run on empty servers only`,
      )
    }
    const before = new Set(await schemaNames(driver))
    return {
      uri,
      user,
      password,
      stop: async () => {
        await removeAll(driver, before)
        await driver.close()
      },
    }
  } catch (error) {
    await driver.close()
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`TEST_NEO4J_URI names a Neo4j that cannot be used: ${messageOf(error)}`)
  }
}

/**
 * The Redis that somebody names for the tests; its `stop` empties the databases that the run has filled.
 * @throws OperatorError when it does not answer or any of its databases holds a key.
 */
export async function givenRedis(url: string): Promise<TestRedis> {
  let connectionError: Error | undefined
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null })
  redis.on('error', (error) => (connectionError = error))
  try {
    await redis.connect()
    const filled = await filledDatabases(redis)
    if (filled.length > 0) {
      throw new OperatorError(
        `TEST_REDIS_URL names a Redis that holds data (db ${filled.join(', ')}): the tests run on empty servers only`,
      )
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `TEST_REDIS_URL names a Redis that cannot be used: ${messageOf(connectionError ?? error)}`,
    )
  } finally {
    redis.disconnect()
  }
  return { url, stop: () => emptyRedis(url) }
}

function connect(uri: string, user: string, password: string): Driver {
  try {
    return neo4j.driver(uri, neo4j.auth.basic(user, password), {
      telemetryDisabled: true,
      disableLosslessIntegers: true,
      maxTransactionRetryTime: 2_000,
    })
  } catch (error) {
    throw new OperatorError(`TEST_NEO4J_URI is no address of a Neo4j: ${messageOf(error)}`)
  }
}

async function query<Row extends Record<string, unknown>>(
  driver: Driver,
  text: string,
  on = database,
): Promise<Row[]> {
  const session = driver.session({ database: on })
  try {
    const result = await session.run<Row>(text)
    return result.records.map((record) => record.toObject())
  } finally {
    await session.close()
  }
}

async function countNodes(driver: Driver): Promise<number> {
  const databases = await query<{ name: string }>(
    driver,
    `SHOW DATABASES YIELD name, type WHERE type <> 'system' RETURN DISTINCT name`,
    'system',
  )
  let nodes = 0
  for (const { name } of databases) {
    for (const row of await query<{ nodes: number }>(driver, 'MATCH (n) RETURN count(n) AS nodes', name)) {
      nodes += row.nodes
    }
  }
  return nodes
}

async function schemaNames(driver: Driver): Promise<string[]> {
  const constraints = await query<{ name: string }>(driver, 'SHOW CONSTRAINTS YIELD name')
  const indexes = await query<{ name: string }>(driver, 'SHOW INDEXES YIELD name')
  return [...constraints, ...indexes].map(({ name }) => name)
}

async function removeAll(driver: Driver, before: ReadonlySet<string>): Promise<void> {
  await query(driver, 'MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS')
  for (const { name } of await query<{ name: string }>(driver, 'SHOW CONSTRAINTS YIELD name')) {
    if (!before.has(name)) await query(driver, `DROP CONSTRAINT ${quoted(name)}`)
  }
  for (const { name } of await query<{ name: string }>(driver, 'SHOW INDEXES YIELD name')) {
    if (!before.has(name)) await query(driver, `DROP INDEX ${quoted(name)}`)
  }
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``
}

async function filledDatabases(redis: Redis): Promise<number[]> {
  const keyspace = await redis.info('keyspace')
  return [...keyspace.matchAll(/^db(\d+):keys=[1-9]/gm)].map((match) => Number(match[1]))
}

async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url)
  try {
    for (const db of await filledDatabases(redis)) {
      await redis.select(db)
      await redis.flushdb()
    }
  } finally {
    redis.disconnect()
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

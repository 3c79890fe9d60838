import { Redis } from 'ioredis'
import neo4j, { type Driver } from 'neo4j-driver'
import { vectorIndexQueries } from '../../src/features/indexing/store.ts'
import { readMigrations } from '../../src/platform/graph/migrations.ts'
import { driverArguments } from '../../src/platform/graph/query.ts'

/** The address and credentials of a Neo4j. */
export type Neo4jAddress = Readonly<{ uri: string; user: string; password: string }>

/** The dimensions of the local model and of the fake one. */
export const DIMENSIONS = 384
const DATABASE = 'neo4j'
/** The mark of a server that contains only test data. */
const MARK = { label: 'TestServers', key: 'idea-repository:test-servers' } as const

/** Connects to a test Neo4j; integers are returned as JavaScript numbers. */
export function connectNeo4j({ uri, user, password }: Neo4jAddress): Driver {
  return neo4j.driver(uri, neo4j.auth.basic(user, password), {
    telemetryDisabled: true,
    disableLosslessIntegers: true,
    connectionTimeout: 5_000,
    maxTransactionRetryTime: 2_000,
  })
}

/** Connects to a test Redis. @throws the connection error */
export async function connectRedis(url: string): Promise<Redis> {
  let connectionError: Error | undefined
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 1,
    retryStrategy: () => null,
  })
  redis.on('error', (error) => (connectionError = error))
  try {
    await redis.connect()
    return redis
  } catch (error) {
    redis.disconnect()
    throw connectionError ?? error
  }
}

/** Runs one statement in its own session. */
export async function queryNeo4j<Row extends Record<string, unknown>>(
  driver: Driver,
  text: string,
  params: Readonly<Record<string, unknown>> = {},
  on: string = DATABASE,
): Promise<Row[]> {
  const session = driver.session({ database: on })
  try {
    return (await session.run<Row>(text, params)).records.map((record) => record.toObject())
  } finally {
    await session.close()
  }
}

/** The number of nodes in all databases of a Neo4j, and whether it has the mark of the tests. */
export async function inspectNeo4j(driver: Driver): Promise<{ nodes: number; isMarked: boolean }> {
  const databases = await queryNeo4j<{ name: string }>(
    driver,
    `SHOW DATABASES YIELD name, type WHERE type <> 'system' RETURN DISTINCT name`,
    {},
    'system',
  )
  let nodes = 0
  for (const { name } of databases) {
    const [row] = await queryNeo4j<{ nodes: number }>(driver, 'MATCH (n) RETURN count(n) AS nodes', {}, name)
    nodes += row?.nodes ?? 0
  }
  const marks = await queryNeo4j(driver, `MATCH (m:${MARK.label}) RETURN m`)
  return { nodes, isMarked: marks.length > 0 }
}

/** The non-empty databases of a Redis, and whether it has the mark of the tests. */
export async function inspectRedis(redis: Redis): Promise<{ filled: number[]; isMarked: boolean }> {
  const keyspace = await redis.info('keyspace')
  const filled = [...keyspace.matchAll(/^db(\d+):keys=[1-9]/gm)].map((match) => Number(match[1]))
  await redis.select(0)
  return { filled, isMarked: (await redis.exists(MARK.key)) === 1 }
}

/**
 * Removes test data from a Neo4j and marks it. The schema and cached query plans stay, unless its migrations differ from this
 * checkout. So do vector indexes for the usual vectors: Neo4j plans all statements anew after each change of the schema.
 */
export async function clearNeo4j(driver: Driver): Promise<void> {
  const applied = await queryNeo4j<{ checksum: string }>(
    driver,
    'MATCH (m:Migration) WHERE m.version > 0 RETURN m.checksum AS checksum ORDER BY m.version',
  )
  const known = await readMigrations()
  if (applied.map(({ checksum }) => checksum).join() !== known.map(({ checksum }) => checksum).join()) {
    await removeAll(driver)
  }
  await queryNeo4j(driver, `MERGE (:${MARK.label})`)
  const others = await queryNeo4j<{ name: string }>(
    driver,
    `SHOW VECTOR INDEXES YIELD name, options
     WHERE options.indexConfig['vector.dimensions'] <> $dimensions
     RETURN name`,
    { dimensions: neo4j.int(DIMENSIONS) },
  )
  for (const { name } of others) await queryNeo4j(driver, `DROP INDEX ${quoted(name)}`)
  await queryNeo4j(
    driver,
    `MATCH (n) WHERE NOT n:Migration|Sequence|${MARK.label}
     CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS`,
  )
}

/** Makes the vector indexes of both slots for the usual vectors, as the service does at run time. */
export async function createVectorIndexes(driver: Driver): Promise<void> {
  for (const query of [vectorIndexQueries.createA, vectorIndexQueries.createB])
    await queryNeo4j(driver, ...driverArguments(query, { dimensions: DIMENSIONS }))
  await queryNeo4j(driver, 'CALL db.awaitIndexes(60)')
}

/** Removes test data from a Redis and marks it. */
export async function clearRedis(redis: Redis): Promise<void> {
  await removeKeys(redis)
  await redis.set(MARK.key, 'may be emptied at any time')
}

/** The names of all constraints and indexes. */
export async function schemaNames(driver: Driver): Promise<string[]> {
  const constraints = await queryNeo4j<{ name: string }>(driver, 'SHOW CONSTRAINTS YIELD name')
  const indexes = await queryNeo4j<{ name: string }>(driver, 'SHOW INDEXES YIELD name')
  return [...constraints, ...indexes].map(({ name }) => name)
}

/** Removes all nodes, and all constraints and indexes except the built-in ones and those to `keep`. */
export async function removeAll(driver: Driver, keep: ReadonlySet<string> = new Set()): Promise<void> {
  await queryNeo4j(driver, 'MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS')
  const drop = async (kind: 'CONSTRAINT' | 'INDEX', show: string): Promise<void> => {
    for (const { name } of await queryNeo4j<{ name: string }>(driver, show)) {
      if (!keep.has(name)) await queryNeo4j(driver, `DROP ${kind} ${quoted(name)}`)
    }
  }
  await drop('CONSTRAINT', 'SHOW CONSTRAINTS YIELD name')
  await drop('INDEX', `SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'`)
}

/** Empties all databases of a Redis. */
export async function removeKeys(redis: Redis): Promise<void> {
  for (const db of (await inspectRedis(redis)).filled) {
    await redis.select(db)
    await redis.flushdb()
  }
  await redis.select(0)
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``
}

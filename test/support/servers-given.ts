import { OperatorError } from '../../src/platform/operator-error.ts'
import {
  clearNeo4j,
  clearRedis,
  connectNeo4j,
  connectRedis,
  inspectNeo4j,
  inspectRedis,
  removeAll,
  removeKeys,
  schemaNames,
  type Neo4jAddress,
} from './server-data.ts'
import type { TestNeo4j, TestRedis } from './servers.ts'

/**
 * An external Neo4j for the tests. If it was empty, it is empty again after `stop`; one that an earlier run has marked keeps its
 * schema.
 * @throws OperatorError when it does not answer, or contains a node without the mark
 */
export async function givenNeo4j(address: Neo4jAddress): Promise<TestNeo4j> {
  const named = async () => {
    const driver = connectNeo4j(address)
    try {
      return { driver, ...(await inspectNeo4j(driver)), before: new Set(await schemaNames(driver)) }
    } catch (error) {
      await driver.close()
      throw error
    }
  }
  const { driver, nodes, isMarked, before } = await named().catch((error: unknown) => {
    throw new OperatorError(`TEST_NEO4J_URI names a Neo4j that cannot be used: ${messageOf(error)}`)
  })
  if (nodes > 0 && !isMarked) {
    await driver.close()
    throw new OperatorError(
      `TEST_NEO4J_URI names a Neo4j that holds data (${String(nodes)} nodes): the tests run on empty servers only`,
    )
  }
  await clearNeo4j(driver)
  return {
    ...address,
    stop: async () => {
      await (isMarked ? clearNeo4j(driver) : removeAll(driver, before))
      await driver.close()
    },
  }
}

/**
 * An external Redis for the tests; `stop` empties it.
 * @throws OperatorError when it does not answer, or contains a key without the mark
 */
export async function givenRedis(url: string): Promise<TestRedis> {
  const redis = await connectRedis(url).catch((error: unknown) => {
    throw new OperatorError(`TEST_REDIS_URL names a Redis that cannot be used: ${messageOf(error)}`)
  })
  const { filled, isMarked } = await inspectRedis(redis)
  if (filled.length > 0 && !isMarked) {
    redis.disconnect()
    throw new OperatorError(
      `TEST_REDIS_URL names a Redis that holds data (db ${filled.join(', ')}): the tests run on empty servers only`,
    )
  }
  await clearRedis(redis)
  redis.disconnect()
  const stop = async (): Promise<void> => {
    const again = await connectRedis(url)
    await (isMarked ? clearRedis(again) : removeKeys(again))
    again.disconnect()
  }
  return { url, stop }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

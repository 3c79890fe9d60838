import { planLong } from './declared-queries.ts'
import { connectNeo4j, createVectorIndexes } from './server-data.ts'
import { addressesIn } from './servers.ts'
import { closeSharedService, sharedService } from './service.ts'
import { trusting } from './client.ts'

/**
 * Starts what all test files of a process share. The vector indexes come first: after each Neo4j would plan all statements anew. With
 * `plans` it plans long ones now: beside other cold servers that takes a request of the first files beyond its time limit.
 */
export async function openShared({ plans = false } = {}): Promise<void> {
  if (!process.env['TEST_NEO4J_URI']) return
  const driver = connectNeo4j(addressesIn(process.env).neo4j)
  try {
    await createVectorIndexes(driver)
    await sharedService()
    if (plans) await planLong(driver)
  } finally {
    await driver.close()
  }
}

/** Stops what the test files of a process shared. */
export async function closeShared(): Promise<void> {
  await closeSharedService()
  await trusting.close()
}

/** Mocha's root hooks. */
export const mochaHooks = { beforeAll: async () => openShared(), afterAll: closeShared }

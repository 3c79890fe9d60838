import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { NEO4J_IMAGE, REDIS_IMAGE } from '../../src/local/images.ts'
import type { TestNeo4j, TestRedis } from './servers.ts'

const password = 'throw-away-password'

/** Whether a container engine answers. */
export async function engineAnswers(): Promise<boolean> {
  try {
    await getContainerRuntimeClient()
    return true
  } catch {
    return false
  }
}

/** A throw-away Neo4j in a container. */
export async function neo4jContainer(): Promise<TestNeo4j> {
  const container = await new GenericContainer(NEO4J_IMAGE)
    .withEnvironment({
      NEO4J_AUTH: `neo4j/${password}`,
      NEO4J_db_index_fulltext_eventually__consistent__refresh__interval: '1s',
      NEO4J_dbms_usage__report_enabled: 'false',
      NEO4J_server_fleet__discovery_enabled: 'false',
    })
    .withExposedPorts(7687)
    .withWaitStrategy(Wait.forLogMessage(/Started\./))
    .withStartupTimeout(300_000)
    .start()
  return {
    uri: `bolt://${container.getHost()}:${String(container.getMappedPort(7687))}`,
    user: 'neo4j',
    password,
    stop: async () => {
      await container.stop()
    },
  }
}

/** A throw-away Redis in a container. */
export async function redisContainer(): Promise<TestRedis> {
  const container = await new GenericContainer(REDIS_IMAGE)
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(60_000)
    .start()
  return {
    url: `redis://${container.getHost()}:${String(container.getMappedPort(6379))}`,
    stop: async () => {
      await container.stop()
    },
  }
}

import { pino } from 'pino'
import { readConfig } from '../app/config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { readInstance } from '../local/instance.ts'
import { RedisUnavailable } from '../platform/redis/connection.ts'
import { createApplication, type Application } from '../app/application.ts'

/**
 * Connects to the databases of the environment, or else to those that `npm start` recorded in the data folder, and migrates the graph.
 * @throws OperatorError when there are none
 */
export async function withApplication<T>(work: (application: Application) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const { uri } = config.neo4j
  const recorded = readInstance(config.dataDir)
  // Not the Redis of one with another Neo4j: the services of that must see what is revoked.
  const instance = uri === undefined || uri === recorded?.neo4j.uri ? recorded : undefined
  if (uri === undefined && instance === undefined) {
    throw new OperatorError('no database: set NEO4J_URI and REDIS_URL, or start the service with npm start')
  }
  const application = createApplication(
    {
      ...config,
      neo4j: uri === undefined ? { ...config.neo4j, ...instance?.neo4j } : config.neo4j,
      ...(config.redisUrl === undefined && {
        redisUrl: instance?.redis.url,
        redisCluster: instance?.redis.cluster ?? false,
      }),
    },
    { log: pino({ level: 'silent' }) },
  )
  try {
    await application.migrate()
    return await work(application)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    throw new OperatorError('Redis did not confirm: run the command again when it answers')
  } finally {
    await application.close()
  }
}

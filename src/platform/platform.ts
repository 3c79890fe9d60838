import type { Logger } from 'pino'
import { createAdmission } from './limits/admission.ts'
import { createAttempts } from './limits/attempts.ts'
import { createBudget } from './limits/budget.ts'
import { createCredentialCache } from './auth/credential-cache.ts'
import type { Feature } from './feature.ts'
import { createDriver } from './graph/driver.ts'
import { createGraph } from './graph/graph.ts'
import { migrate } from './graph/migrations.ts'
import { createSequence, type Sequence, type SequenceName } from './graph/sequence.ts'
import { startJobQueue, type JobQueue, type RetryPolicy, type Work } from './jobs/queue.ts'
import { createClaude, type Claude, type ClaudeConfig } from './llm/claude.ts'
import { OperatorError } from './operator-error.ts'
import type { PublicFetchOptions } from './public-fetch.ts'
import { createRedis } from './redis/connection.ts'

/** Addresses of the servers, and the operator's key for Claude. */
export type PlatformConfig = Readonly<{
  neo4j: Readonly<{ uri: string | undefined; user: string; password: string; database: string }>
  redisUrl: string | undefined
  redisCluster: boolean
  anthropic: ClaudeConfig | undefined
}>

/** Test overrides. */
export type Overrides = Readonly<{
  clock?: () => number
  retryPolicy?: RetryPolicy
  claudeTimeoutMs?: number
  providerTimeoutMs?: number
  documents?: PublicFetchOptions
}>

/** About two minutes in total. */
const RETRY_POLICY: RetryPolicy = {
  attempts: 8,
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
  longestAskedMs: 600_000,
}

/**
 * Creates the clients that features share. Does not wait for any server.
 * @throws OperatorError when an address is missing; no connection is open then
 */
export function createPlatform(config: PlatformConfig, log: Logger, overrides: Overrides) {
  const {
    clock = Date.now,
    retryPolicy = RETRY_POLICY,
    claudeTimeoutMs: timeoutMs,
    providerTimeoutMs,
    documents = {},
  } = overrides
  const { redisUrl: url, redisCluster: cluster, anthropic } = config
  const { uri, database } = config.neo4j
  if (uri === undefined)
    throw new OperatorError('NEO4J_URI is required (npm start brings up a database itself)')
  if (url === undefined) throw new OperatorError('REDIS_URL is required (npm start brings it up itself)')
  const driver = createDriver({ ...config.neo4j, uri })
  const graph = createGraph(driver, database, clock)
  const redis = createRedis({ url, cluster }, log)
  const sequence = (name: SequenceName): Sequence => createSequence(graph, name)
  const claude: Claude | undefined = anthropic && createClaude({ ...anthropic, log, clock, timeoutMs })
  return {
    log,
    clock,
    graph,
    redis,
    /** Cached credentials and quotas, shared by all replicas. */
    cache: createCredentialCache(redis),
    /** Rate limits for sign-in and sign-up. */
    attempts: createAttempts(redis, clock),
    admission: createAdmission(redis, clock),
    /** A daily budget of uses that cost the operator money, divided among users. */
    budget: (name: string, perDay: number) =>
      createBudget({ connection: redis, userCount: graph.userCount, clock }, name, perDay),
    ids: {
      idea: sequence('idea'),
      tag: sequence('tag'),
      link: sequence('link'),
      relation: sequence('relation'),
      duplicate: sequence('duplicate'),
    },
    /** Starts a queue on Redis with a worker in this process. */
    startQueue: async <Data extends object>(name: string, work: Work<Data>): Promise<JobQueue<Data>> =>
      startJobQueue({ name, address: { url, cluster }, log, retryPolicy }, work),
    /** Undefined without an operator key. */
    claude,
    providerTimeoutMs,
    /** How documents at addresses of strangers are fetched. */
    documents,
    sweep: graph.sweep,
    migrate: async (): Promise<void> => migrate(driver, database, clock),
    /** Has the database plan what the first requests need, once its schema is there. */
    plan: async (): Promise<void> =>
      graph.plan().catch((error: unknown) => log.warn({ err: error }, 'statements could not be planned')),
    async close(): Promise<void> {
      claude?.close()
      await Promise.all([graph.close(), redis.close()])
    },
  } satisfies Feature & Record<string, unknown>
}
export type Platform = ReturnType<typeof createPlatform>

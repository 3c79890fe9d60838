import { Redis } from 'ioredis'
import neo4j from 'neo4j-driver'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../platform/operator-error.ts'
import type { ServerProcess } from './child-process.ts'

const readyWithinMs = 300_000
/** How long a server that answers with a refusal has to end, because the port is another one's. */
const endsWithinMs = 60_000

/**
 * Waits until Neo4j answers a query; stops it on failure.
 * @throws OperatorError when it exits, refuses the password or does not answer within five minutes
 */
export async function neo4jReady(
  server: ServerProcess,
  { uri, user, password }: Readonly<{ uri: string; user: string; password: string }>,
  waiting: Waiting,
): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password), {
    connectionTimeout: 2_000,
    connectionAcquisitionTimeout: 2_000,
    telemetryDisabled: true,
  })
  try {
    await ready('Neo4j', server, waiting, async () => {
      // Not executeQuery, which would retry for half a minute.
      const session = driver.session({ database: 'neo4j' })
      try {
        await session.run('RETURN 1')
      } catch (error) {
        const refused =
          error instanceof neo4j.Neo4jError && error.code === 'Neo.ClientError.Security.Unauthorized'
        if (refused) throw new OperatorError('Neo4j refuses the password kept beside its data')
        throw error
      } finally {
        await session.close()
      }
    })
  } finally {
    await driver.close()
  }
}

/**
 * Waits until Redis answers; stops it on failure.
 * @throws OperatorError when it exits or does not answer within five minutes
 */
export async function redisReady(server: ServerProcess, url: string, waiting: Waiting): Promise<void> {
  await ready('Redis', server, waiting, async () => {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
    redis.on('error', () => undefined)
    try {
      await redis.connect()
      await redis.ping()
    } finally {
      redis.disconnect()
    }
  })
}

/** The log file to name in errors, and a signal that aborts the wait. */
type Waiting = Readonly<{ logFile: string; signal: AbortSignal }>

async function ready(
  name: string,
  server: ServerProcess,
  { logFile, signal }: Waiting,
  answers: () => Promise<unknown>,
): Promise<void> {
  let ended: string | undefined
  void server.ended.then((how) => (ended = how))
  try {
    for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; await sleep(100)) {
      signal.throwIfAborted()
      if (ended !== undefined)
        throw new OperatorError(`${name} ended while it started (${ended}): see ${logFile}`)
      try {
        await answers()
        return
      } catch (error) {
        if (!(error instanceof OperatorError)) continue
        await Promise.race([server.ended, sleep(endsWithinMs, undefined, { signal })])
        if (ended === undefined) throw error
      }
    }
    throw new OperatorError(`${name} did not answer within ${readyWithinMs / 1000} s: see ${logFile}`)
  } catch (error) {
    await server.stop()
    throw error
  }
}

import { Redis } from 'ioredis'
import neo4j from 'neo4j-driver'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../config.ts'

const readyWithinMs = 300_000

/** A server that is starting: its name for messages, the end of its process, and what stops the waiting. */
export type Starting = Readonly<{
  name: string
  ended: Promise<string>
  logFile: string
  signal: AbortSignal
}>

/**
 * Waits until Neo4j answers a query.
 * @throws OperatorError when it ends, refuses the password or does not answer within five minutes.
 */
export async function neo4jReady(
  starting: Starting,
  server: Readonly<{ uri: string; user: string; password: string }>,
): Promise<void> {
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), {
    connectionTimeout: 2_000,
    connectionAcquisitionTimeout: 2_000,
    telemetryDisabled: true,
  })
  try {
    await ready(starting, async () => {
      // A session's run, because executeQuery retries by itself for half a minute.
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
 * Waits until Redis answers.
 * @throws OperatorError when it ends or does not answer within five minutes.
 */
export async function redisReady(starting: Starting, url: string): Promise<void> {
  await ready(starting, async () => {
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

async function ready(starting: Starting, answers: () => Promise<unknown>): Promise<void> {
  const { name, logFile, signal } = starting
  let ended: string | undefined
  void starting.ended.then((how) => (ended = how))
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; await sleep(100)) {
    signal.throwIfAborted()
    if (ended !== undefined)
      throw new OperatorError(`${name} ended while it started (${ended}): see ${logFile}`)
    try {
      await answers()
      return
    } catch (error) {
      if (error instanceof OperatorError) throw error
    }
  }
  throw new OperatorError(`${name} did not answer within ${String(readyWithinMs / 1000)} s: see ${logFile}`)
}

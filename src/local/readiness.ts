import { Redis } from 'ioredis'
import neo4j, { type Driver } from 'neo4j-driver'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../platform/operator-error.ts'
import type { ServerProcess } from './child-process.ts'

const READY_WITHIN_MS = 300_000
/** How long a server that seems to refuse the password has to end, because another one answers at its port. */
const ENDS_WITHIN_MS = 60_000

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
        const code = error instanceof neo4j.Neo4jError ? error.code : ''
        if (code === UNAVAILABLE && (await hasFailed(driver)))
          throw new OperatorError(
            `Neo4j cannot open its graph; restore a backup (docs/deployment.md), or see ${path.dirname(waiting.logFile)}`,
          )
        if (code !== REFUSED || (await endsSoon(server, waiting.signal))) throw error
        throw new OperatorError('Neo4j refuses the password kept beside its data')
      } finally {
        await session.close()
      }
    })
  } finally {
    await driver.close()
  }
}

const REFUSED = 'Neo.ClientError.Security.Unauthorized'
const UNAVAILABLE = 'Neo.TransientError.General.DatabaseUnavailable'

/** Whether Neo4j has given up opening the graph, as after a full disk. */
async function hasFailed(driver: Driver): Promise<boolean> {
  const session = driver.session({ database: 'system' })
  try {
    const { records } = await session.run("SHOW DATABASE neo4j YIELD statusMessage WHERE statusMessage <> ''")
    return records.length > 0
  } finally {
    await session.close()
  }
}

/** Whether a server ends because its port is another one's, which is the one that answers. */
async function endsSoon(server: ServerProcess, signal: AbortSignal): Promise<boolean> {
  return Promise.race([server.ended.then(() => true), sleep(ENDS_WITHIN_MS, false, { signal })])
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
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(100)) {
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
    throw new OperatorError(`${name} did not answer within ${READY_WITHIN_MS / 1000} s: see ${logFile}`)
  } catch (error) {
    await server.stop()
    throw error
  }
}

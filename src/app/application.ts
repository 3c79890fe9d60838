import type { Logger } from 'pino'
import { createAuthenticator } from '../platform/auth/authenticator.ts'
import { createTurns } from '../platform/limits/turns.ts'
import type { Feature } from '../platform/feature.ts'
import type { Route, Serving } from '../platform/http/route.ts'
import { createPlatform, type Overrides, type Platform } from '../platform/platform.ts'
import type { Config } from './config.ts'
import { createServices } from './services.ts'

/**
 * Composes the platform and all features. Does not wait for any server.
 * @throws OperatorError when an address or the master key is missing; connections are being closed then
 */
export function createApplication(
  config: Config,
  { log, ...overrides }: Overrides & Readonly<{ log: Logger }>,
) {
  const platform = createPlatform(config, log, overrides)
  const services = servicesOn(platform, config)
  const features: readonly Feature[] = Object.values(services)
  const { account, autoTags, credentials, duplicates, health, indexing, providerKeys } = services
  const { oauth, relations, sessions } = services
  const { cache, clock } = platform
  const { dailyQuota } = config
  return {
    accounts: account.accounts,
    authenticator: createAuthenticator({
      cache,
      lookup: async ({ kind }, hash) => {
        if (kind === 'session') return sessions.lookup(hash)
        return kind === 'access_token' ? oauth.grants.lookup(hash) : credentials.lookup(kind, hash)
      },
      dailyQuota,
      clock,
    }),
    admission: platform.admission,
    turns: createTurns(),
    autoTags,
    cyclesOf: relations.cyclesOf,
    endpoints: features.flatMap(({ endpoints = [] }) => endpoints),
    notFoundPage: features.find(({ notFoundPage }) => notFoundPage !== undefined)?.notFoundPage,
    routes: (serving: Serving): Route[] => features.flatMap(({ routes }) => routes?.(serving) ?? []),
    indexing: indexing.indexing,
    rotation: providerKeys.rotation,
    migrate: platform.migrate,
    /**
     * Prepares the databases for the first requests, and starts the background work if this process does it.
     * @throws OperatorError when a database cannot be used
     */
    async start({ work }: Readonly<{ work: boolean }>): Promise<void> {
      await platform.redis.checkAccess()
      await platform.migrate()
      // Before statements are planned, because Neo4j forgets its plans when an index is made.
      if (work) await indexing.indexing.createFirstIndex()
      await platform.plan()
      if (work) await indexing.indexing.start({ compare: duplicates.detect, tag: autoTags.suggest })
    },
    /** From now on readiness is 503. */
    shutDown: health.shutDown,
    /** Runs housekeeping; idempotent and safe to run in several processes at once. */
    async sweep(): Promise<void> {
      const failed: unknown[] = []
      for (const { sweep } of [platform, ...features]) {
        await sweep?.().catch((error: unknown) => failed.push(error))
      }
      if (failed.length > 0) throw new AggregateError(failed, 'Housekeeping failed')
    },
    async close(): Promise<void> {
      const closed = await Promise.allSettled(features.map(async ({ close }) => close?.()))
      await platform.close()
      for (const one of closed) if (one.status === 'rejected') throw one.reason
    },
  }
}
export type Application = ReturnType<typeof createApplication>

function servicesOn(platform: Platform, config: Config): ReturnType<typeof createServices> {
  try {
    return createServices(platform, config)
  } catch (error) {
    platform.close().catch(() => undefined)
    throw error
  }
}

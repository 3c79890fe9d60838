import { masterKeysOf, type MasterKeyConfig } from '../../platform/auth/master-keys.ts'
import { networkOf } from '../../platform/auth/network.ts'
import { createRateLimit } from '../../platform/limits/rate-limit.ts'
import type { Serving } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPublicFetch } from '../../platform/public-fetch.ts'
import { createShortLived } from '../../platform/redis/short-lived.ts'
import type { SessionsFeature } from '../sessions/feature.ts'
import type { Authorization } from './consent.ts'
import { createGrants } from './grants.ts'
import { createKeys } from './keys.ts'
import { OAUTH_LIMITS } from './limits.ts'
import { oauthRoutes } from './routes.ts'
import { createOAuthStore } from './store.ts'

/** OAuth 2.1: clients of users get access that the users consent to. */
export function createOAuthFeature(
  platform: Platform,
  { signIn }: Pick<SessionsFeature, 'signIn'>,
  config: MasterKeyConfig,
) {
  const { graph, redis, cache, log, clock, documents: options } = platform
  const store = createOAuthStore(graph)
  const grants = createGrants({ store, revoke: cache.revoke, clock })
  const keys = createKeys({ store, masterKeys: masterKeysOf(config), log, clock })
  const requests = createRateLimit(redis, 'oauth:requests', OAUTH_LIMITS.requests)
  const exchanges = createRateLimit(redis, 'oauth:exchanges', OAUTH_LIMITS.exchanges)
  const registrations = createRateLimit(redis, 'oauth:registrations', OAUTH_LIMITS.registrations)
  const fetches = createRateLimit(redis, 'oauth:documents', OAUTH_LIMITS.documents)
  const documents = createPublicFetch(options)

  /** The library takes 24 MB: it is loaded at the first use. */
  const start = async (issuer: string): Promise<Authorization> => {
    const { startAuthorization } = await import('./authorization.ts')
    return startAuthorization({
      issuer,
      store,
      grants,
      keys,
      interactions: createShortLived(redis, 'oauth:interaction'),
      takeDocument: async (address) => (await fetches.count(networkOf(address))) === 0,
      fetch: documents.fetch,
      clock,
    })
  }
  return {
    routes: (serving: Serving) =>
      oauthRoutes(serving, {
        authorization: memoise(async () => start(serving.publicUrl)),
        signIn,
        emailOf: store.emailOf,
        takeRequest: async (address) => requests.take(networkOf(address)),
        takeExchange: async (address) => exchanges.take(networkOf(address)),
        takeRegistration: async (address) => registrations.take(networkOf(address)),
        clock,
      }),
    grants,
    sealedKeys: keys.sealed,
    sweep: async (): Promise<void> => store.sweep(clock()),
    close: documents.close,
  }
}
export type OAuthFeature = ReturnType<typeof createOAuthFeature>

/** Starts at the first use; after a failure, at the next one. */
function memoise<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return async () => {
    started ??= start().catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }
}

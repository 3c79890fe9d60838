import { masterKeysOf, type MasterKeyConfig } from '../../platform/auth/master-keys.ts'
import { networkOf } from '../../platform/auth/network.ts'
import { createRateLimit } from '../../platform/auth/rate-limit.ts'
import type { Serving } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPublicFetch } from '../../platform/public-fetch.ts'
import { createShortLived } from '../../platform/redis/short-lived.ts'
import type { SessionsFeature } from '../sessions/feature.ts'
import { createAdapter } from './adapter.ts'
import { createConsent, type Authorization } from './consent.ts'
import { createGrants } from './grants.ts'
import { createKeys } from './keys.ts'
import { OAUTH_LIMITS } from './limits.ts'
import { createProvider } from './provider.ts'
import { noteError, oauthRoutes, renderError } from './routes.ts'
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
  const interactions = createShortLived(redis, 'oauth:interaction')
  const adapter = createAdapter({ store, endGrant: grants.end, interactions, clock })

  const start = async (issuer: string): Promise<Authorization> => {
    const provider = createProvider({
      issuer,
      keys: await keys.load(),
      adapter,
      isAccountOpen: async (userId) => (await store.emailOf(userId)) !== undefined,
      takeDocument: async (address) => (await fetches.count(networkOf(address))) === 0,
      fetch: documents.fetch,
      renderError,
      noteError,
    })
    return { provider, consent: createConsent({ provider, grants }) }
  }
  return {
    routes: (serving: Serving) =>
      oauthRoutes(serving, {
        authorization: once(async () => start(serving.publicUrl)),
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
function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return async () => {
    started ??= start().catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }
}

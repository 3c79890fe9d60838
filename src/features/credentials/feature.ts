import type { Platform } from '../../platform/platform.ts'
import type { OAuthFeature } from '../oauth/feature.ts'
import { createCredentials } from './credentials.ts'
import { credentialRoutes } from './routes.ts'
import { createCredentialStore } from './store.ts'

/** API keys and MCP tokens. */
export function createCredentialsFeature(
  { graph, cache, clock }: Platform,
  { grants }: Pick<OAuthFeature, 'grants'>,
) {
  const store = createCredentialStore(graph)
  const credentials = createCredentials({ store, revoke: cache.revoke, grants, clock })
  const { lookup, sweep } = credentials
  return { endpoints: credentialRoutes(credentials), lookup, sweep }
}

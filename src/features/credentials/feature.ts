import type { Platform } from '../../platform/platform.ts'
import { createCredentials } from './credentials.ts'
import { credentialRoutes } from './routes.ts'
import { createCredentialStore } from './store.ts'

/** API keys and MCP tokens. */
export function createCredentialsFeature({ graph, cache, clock }: Platform) {
  const credentials = createCredentials({ store: createCredentialStore(graph), revoke: cache.revoke, clock })
  const { lookup, sweep } = credentials
  return { endpoints: credentialRoutes(credentials), lookup, sweep }
}

import type { Configuration } from 'oidc-provider'
import { createAdapter, type ShortLived } from './adapter.ts'
import { createConsent, type Authorization } from './consent.ts'
import type { Grants } from './grants.ts'
import type { KeyRing } from './keys.ts'
import { createProvider } from './provider.ts'
import { noteError, renderError } from './routes.ts'
import type { OAuthStore } from './store.ts'

type Dependencies = Readonly<{
  issuer: string
  store: OAuthStore
  grants: Pick<Grants, 'create' | 'addToken' | 'end'>
  keys: Pick<KeyRing, 'load'>
  interactions: ShortLived
  takeDocument: (address: string) => Promise<boolean>
  fetch: Configuration['fetch']
  clock: () => number
}>

/** Starts the authorization server with the keys that all replicas have. */
export async function startAuthorization(deps: Dependencies): Promise<Authorization> {
  const { issuer, store, grants, keys, interactions, takeDocument, fetch, clock } = deps
  const provider = createProvider({
    issuer,
    keys: await keys.load(),
    adapter: createAdapter({ store, grants, interactions, clock }),
    isAccountOpen: async (userId) => (await store.emailOf(userId)) !== undefined,
    takeDocument,
    fetch,
    renderError,
    noteError,
  })
  return { provider, consent: createConsent({ provider, grants }) }
}

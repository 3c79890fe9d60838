import type { Platform } from '../../platform/platform.ts'
import type { AccountFeature } from '../account/feature.ts'
import { sessionRoutes } from './routes.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createSessionStore } from './store.ts'

type Needs = Pick<AccountFeature, 'accounts' | 'check'> & Readonly<{ allowSignUp: boolean }>

/** Sessions: sign-in, sign-up and sign-out. */
export function createSessionsFeature(
  { graph, cache, attempts, clock }: Platform,
  { accounts, check, allowSignUp }: Needs,
) {
  const { revoke, supersede, reinstate } = cache
  const sessions = createSessions({ store: createSessionStore(graph), revoke, supersede, reinstate, clock })
  const signIn = createSignIn({
    accounts,
    check,
    takeSignUp: attempts.takeSignUp,
    startSession: sessions.start,
    allowSignUp,
  })
  return {
    endpoints: sessionRoutes(sessions, signIn, clock),
    lookup: sessions.lookup,
    signIn: signIn.signIn,
    sweep: sessions.sweep,
  }
}
export type SessionsFeature = ReturnType<typeof createSessionsFeature>

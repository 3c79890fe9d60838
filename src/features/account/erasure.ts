import { endEverywhere, type Bury } from '../admission/revocation.ts'
import type { AccountStore, ClosedUser } from './store.ts'

type Dependencies = Readonly<{
  store: AccountStore
  bury: Bury
  /** Removes what Redis keeps of the account. @throws Problem `service_unavailable` */
  forget: (account: ClosedUser) => Promise<void>
  clock: () => number
}>

/** How long a deletion may be under way before another process takes it over. */
const STALE_MS = 60_000

/** The deletion of accounts: a line of steps of which each may be repeated, and the user goes last. */
export function createErasure({ store, bury, forget, clock }: Dependencies) {
  const erase = async (account: ClosedUser): Promise<void> => {
    const { id } = account
    await endEverywhere(bury, await store.credentials(id), async () => store.close(id, clock()))
    await store.erase(id)
    await forget(account)
    await store.eraseUser(id)
  }

  return {
    /** Deletes an account with everything it has, in Neo4j and in Redis. @throws Problem `service_unavailable` */
    erase,
    /** Ends the deletions that a crash or an outage has cut short. @throws Problem `service_unavailable` */
    async finish(): Promise<void> {
      for (const account of await store.unfinished(clock() - STALE_MS)) await erase(account)
    },
  }
}
export type Erasure = ReturnType<typeof createErasure>

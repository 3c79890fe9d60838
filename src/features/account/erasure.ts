import type { Logger } from 'pino'
import { revokeEverywhere, type Revoke } from '../../platform/auth/revoke.ts'
import type { AccountStore, ClosedUser } from './store.ts'

type Dependencies = Readonly<{
  store: AccountStore
  revoke: Revoke
  /** Deletes the account's data in Redis, and begins to delete its files. @throws Problem `service_unavailable` */
  forget: (account: ClosedUser) => Promise<void>
  log: Pick<Logger, 'warn'>
  clock: () => number
}>

/** After this time another process resumes an unfinished deletion. */
const STALE_MS = 60_000

/** Deletion of accounts in idempotent steps; the user node is deleted last, so that it can be resumed. */
export function createErasure({ store, revoke, forget, log, clock }: Dependencies) {
  const erase = async (account: ClosedUser): Promise<void> => {
    const { id } = account
    await revokeEverywhere(revoke, await store.credentials(id), async () => store.close(id, clock()))
    await store.erase(id)
    await forget(account)
    await store.eraseUser(id)
  }

  return {
    /** Deletes an account with all its data in Neo4j and Redis. @throws Problem `service_unavailable` */
    erase,
    /** Resumes deletions that a crash or an outage interrupted; one that fails does not stop the others. @throws Problem `service_unavailable` */
    async finish(): Promise<void> {
      for (const account of await store.unfinished(clock() - STALE_MS)) {
        await erase(account).catch((error: unknown) => {
          log.warn({ err: error, userId: account.id }, 'the deletion of an account is not finished yet')
        })
      }
    },
  }
}

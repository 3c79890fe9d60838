import { dayOf } from '../../platform/auth/authenticator.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AttachmentsFeature } from '../attachments/feature.ts'
import type { DuplicatesFeature } from '../duplicates/feature.ts'
import { createAccounts } from './accounts.ts'
import { createErasure } from './erasure.ts'
import { createOwnAccount } from './own-account.ts'
import { createPasswordCheck } from './password-check.ts'
import { accountRoutes } from './routes.ts'
import { createAccountStore } from './store.ts'

type Needs = Pick<DuplicatesFeature, 'applyThreshold'> &
  Pick<AttachmentsFeature, 'purgeSoon'> &
  Readonly<{ freePlanIdeaCap: number; attachments: Readonly<{ accountBytes: number }>; tokenMs: number }>

/** Accounts: create, update, and delete with all data. */
export function createAccountFeature(
  { graph, cache, attempts, log, clock }: Platform,
  { applyThreshold: settingsChanged, purgeSoon, freePlanIdeaCap, attachments, tokenMs }: Needs,
) {
  const store = createAccountStore(graph)
  const { revoke } = cache
  const check = createPasswordCheck({ attempts })
  const { erase, finish } = createErasure({
    store,
    revoke,
    forget: async ({ id, emailKey }) => {
      await cache.forget(id, dayOf(clock()).name)
      await attempts.forget(emailKey)
      purgeSoon()
    },
    log,
    clock,
  })
  const accounts = createAccounts({
    store,
    revoke,
    publishPlan: cache.setPlan,
    erase,
    unlock: attempts.unlock,
    freePlanIdeaCap,
    attachmentBytesLimit: attachments.accountBytes,
    tokenMs,
    clock,
  })
  const own = createOwnAccount({ store, check, revoke, erase, settingsChanged, clock })
  return {
    endpoints: accountRoutes(accounts, own),
    sweep: finish,
    accounts,
    check,
    usage: store.usage,
  }
}
export type AccountFeature = ReturnType<typeof createAccountFeature>

import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import { problemOf } from '../../platform/llm/failure.ts'
import type { Provider } from '../../platform/llm/provider.ts'
import type { ProviderName } from '../../platform/llm/schema.ts'
import { seal, unseal } from '../../platform/auth/cipher.ts'
import type { MasterKeys } from '../../platform/auth/master-keys.ts'
import type { KeyStatus, SavedKey, TestedKey } from './schema.ts'
import type { ProviderKeyStore, KeyRow } from './store.ts'

type Dependencies = Readonly<{
  store: ProviderKeyStore
  masterKeys: MasterKeys
  providers: readonly Provider[]
  clock: () => number
  testMs?: number | undefined
}>

/** A provider with a user's key for it. */
export type ProviderKey = Readonly<{ provider: Provider; key: string }>

/** Time-out for checking a key. */
const TEST_MS = 15_000

/** Users' own keys for providers. Responses never contain a key. */
export function createProviderKeys({ store, masterKeys, providers, clock, testMs = TEST_MS }: Dependencies) {
  /** Undefined if its master key is missing or it was damaged. */
  const opened = async (userId: string, row: KeyRow): Promise<string | undefined> =>
    unseal(row, { userId, provider: row.provider }, await masterKeys.all())

  /** Encrypts again if a rotation started meanwhile, because that may have missed the row. */
  const put = async (userId: string, provider: ProviderName, key: string): Promise<boolean> => {
    for (;;) {
      const [master] = await masterKeys.all()
      const sealed = seal(key, { userId, provider }, master)
      if (!(await store.put({ userId, provider, ...sealed, now: clock() }))) return false
      const [now] = await masterKeys.all()
      if (now.id === master.id) return true
    }
  }

  /** A user's key for a provider, by default for the first one with a key. @throws Problem `provider_key_lost` */
  const keyOf = async (userId: string, name?: ProviderName): Promise<ProviderKey | undefined> => {
    // Retried once, because a rotation may end between the reads of the key and of the master keys.
    for (let looks = 2; looks > 0; looks -= 1) {
      const row = (await store.list(userId)).find(({ provider }) => name === undefined || provider === name)
      const provider = providers.find((one) => one.name === row?.provider)
      if (row === undefined || provider === undefined) return undefined
      const key = await opened(userId, row)
      if (key !== undefined) return { provider, key }
    }
    throw new Problem('provider_key_lost')
  }

  return {
    /** Stores a key, replacing an existing one for the same provider. */
    async save({ userId }: Actor, provider: ProviderName, key: string): Promise<SavedKey> {
      if (!(await put(userId, provider, key))) throw new Problem('invalid_credentials')
      return { provider, saved: true }
    },

    /** Deletes a key; idempotent. */
    async remove({ userId }: Actor, provider: ProviderName): Promise<void> {
      await store.remove(userId, provider)
    },

    async status({ userId }: Actor): Promise<KeyStatus> {
      const names = new Set((await store.list(userId)).map(({ provider }) => provider))
      return {
        provider_a: names.has('provider_a'),
        provider_b: names.has('provider_b'),
        provider_c: names.has('provider_c'),
      }
    },

    /**
     * Checks with the provider whether it accepts the stored key, without spending tokens.
     * @throws Problem `provider_key_not_found`, `provider_key_lost`, and those of a failed provider
     */
    async test(actor: Actor, name: ProviderName, signal: AbortSignal): Promise<TestedKey> {
      const found = await keyOf(actor.userId, name)
      if (found === undefined) throw new Problem('provider_key_not_found')
      try {
        const valid = await found.provider.check(found.key, { signal, timeoutMs: testMs })
        return { provider: name, valid }
      } catch (error) {
        throw problemOf(error)
      }
    },

    keyOf,
  }
}
export type ProviderKeys = ReturnType<typeof createProviderKeys>

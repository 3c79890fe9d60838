import type { Actor } from '../actor.ts'
import { Problem } from '../problems.ts'
import { problemOf } from '../providers/problem.ts'
import type { Provider, ProviderName } from '../providers/provider.ts'
import { seal, unseal } from '../cipher.ts'
import type { MasterKeys } from './master-keys.ts'
import type { KeyStatus, SavedKey, TestedKey } from './schema.ts'
import type { ByokStore, KeyRow } from './store.ts'

type Dependencies = Readonly<{
  store: ByokStore
  masterKeys: MasterKeys
  providers: readonly Provider[]
  clock: () => number
  testMs?: number | undefined
}>

/** A provider with the key that a user brought for it. */
export type Brought = Readonly<{ provider: Provider; key: string }>

/** How long a provider may take to say whether a key is good. */
const TEST_MS = 15_000

/** Keys for providers that users bring. No answer ever holds one. */
export function createByok({ store, masterKeys, providers, clock, testMs = TEST_MS }: Dependencies) {
  /** Nothing where its master key is not given, or it was damaged. */
  const opened = async (userId: string, row: KeyRow): Promise<string | undefined> => {
    const master = (await masterKeys.all()).find(({ id }) => id === row.masterKeyId)
    try {
      return master && unseal(row, { userId, provider: row.provider }, master)
    } catch {
      return undefined
    }
  }

  /** Encrypted once more where a rotation has begun meanwhile: it may not have seen the row. */
  const put = async (userId: string, provider: ProviderName, key: string): Promise<boolean> => {
    for (;;) {
      const [master] = await masterKeys.all()
      const sealed = seal(key, { userId, provider }, master)
      if (!(await store.put({ userId, provider, ...sealed, now: clock() }))) return false
      const [now] = await masterKeys.all()
      if (now.id === master.id) return true
    }
  }

  return {
    /** Keeps a key, in the place of another for the same provider. */
    async save({ userId }: Actor, provider: ProviderName, key: string): Promise<SavedKey> {
      if (!(await put(userId, provider, key))) throw new Problem('invalid_credentials')
      return { provider, saved: true }
    },

    /** Forgets a key, if there is one. */
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
     * Asks a provider whether it accepts the stored key, without spending tokens.
     * @throws Problem `provider_key_not_found`, `provider_key_lost`, and those of a provider that cannot tell
     */
    async test(actor: Actor, name: ProviderName, signal: AbortSignal): Promise<TestedKey> {
      const brought = await this.keyOf(actor.userId, name)
      if (brought === undefined) throw new Problem('provider_key_not_found')
      const timeout = AbortSignal.timeout(testMs)
      try {
        const valid = await brought.provider.check(brought.key, AbortSignal.any([signal, timeout]))
        return { provider: name, valid }
      } catch (error) {
        throw problemOf(error, timeout.aborted)
      }
    },

    /** A user's key for a provider, or for the first one that there is a key for. @throws Problem `provider_key_lost` */
    async keyOf(userId: string, name?: ProviderName): Promise<Brought | undefined> {
      // Twice: between the looks at the key and at the master keys a rotation may have ended.
      for (let looks = 2; looks > 0; looks -= 1) {
        const row = (await store.list(userId)).find(({ provider }) => name === undefined || provider === name)
        const provider = providers.find((one) => one.name === row?.provider)
        if (row === undefined || provider === undefined) return undefined
        const key = await opened(userId, row)
        if (key !== undefined) return { provider, key }
      }
      throw new Problem('provider_key_lost')
    },
  }
}
export type Byok = ReturnType<typeof createByok>

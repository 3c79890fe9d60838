import type { AcquireLease } from '../../platform/limits/leases.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { seal, unseal, type MasterKey } from '../../platform/auth/cipher.ts'
import type { MasterKeys } from '../../platform/auth/master-keys.ts'
import type { OwnedRow, ResealedRow, SealedStore } from '../../platform/auth/sealed-store.ts'

type Dependencies = Readonly<{
  stores: readonly SealedStore[]
  masterKeys: MasterKeys
  acquireLease: AcquireLease
}>

/** Numbers of keys re-encrypted, changed meanwhile (`left`), and not decryptable with any known master key. */
type Rotated = Readonly<{ encrypted: number; left: number; lost: number }>

const PAGE = 200
const CHANGE_MS = 30_000

/** Re-encrypts all that is stored encrypted with the current master key. It can be interrupted and repeated at any time. */
export function createRotation({ stores, masterKeys, acquireLease }: Dependencies) {
  const census = async () => (await Promise.all(stores.map(async (store) => store.census()))).flat()
  /** Serialises changes of the master keys, because concurrent ones would lose a key. */
  const exclusively = async (change: () => Promise<void>): Promise<void> => {
    const lease = await acquireLease('rotate-master-key', CHANGE_MS)
    if (lease === undefined)
      throw new OperatorError('another rotation is at the master keys: run the command again')
    try {
      await change()
    } finally {
      await lease.release()
    }
  }
  return {
    /** The number of stored keys whose master key is unknown. */
    async lost(): Promise<number> {
      const known = new Set((await masterKeys.all()).map(({ id }) => id))
      return sumOf((await census()).filter(({ masterKeyId }) => !known.has(masterKeyId)))
    },

    /** @throws OperatorError when there is nothing to rotate to */
    async rotate(progress: (encrypted: number) => void): Promise<Rotated> {
      await exclusively(async () => masterKeys.begin())
      const [master, ...others] = await masterKeys.all()
      const former = others.filter(({ id }) => id !== master.id)
      const ids = former.map(({ id }) => id)
      const damaged = new Set<string>()
      let encrypted = 0
      for (const store of stores) {
        for (;;) {
          const rows = await store.stale(ids, PAGE + damaged.size)
          const open = rows.filter(({ sealed }) => !damaged.has(sealed))
          if (open.length === 0) break
          const keys = open.flatMap((row) => {
            const key = resealed(row, former, master)
            if (key === undefined) damaged.add(row.sealed)
            return key ?? []
          })
          encrypted += (await store.reseal(keys)).length
          progress(encrypted)
        }
      }
      const known = new Set([master.id, ...ids])
      const counted = await census()
      const left = sumOf(counted.filter(({ masterKeyId }) => ids.includes(masterKeyId))) - damaged.size
      if (left <= 0) await exclusively(async () => masterKeys.end(new Set(ids)))
      const unknown = sumOf(counted.filter(({ masterKeyId }) => !known.has(masterKeyId)))
      return { encrypted, left: Math.max(0, left), lost: unknown + damaged.size }
    },
  }
}

const sumOf = (rows: readonly Readonly<{ keys: number }>[]): number =>
  rows.reduce((total, { keys }) => total + keys, 0)

/** Re-encrypts a key; undefined if it was damaged. */
function resealed(row: OwnedRow, former: readonly MasterKey[], master: MasterKey): ResealedRow | undefined {
  const owner = { userId: row.userId, provider: row.provider }
  const text = unseal(row, owner, former)
  return text === undefined ? undefined : { ...owner, before: row.sealed, ...seal(text, owner, master) }
}

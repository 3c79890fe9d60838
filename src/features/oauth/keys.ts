import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { seal, unseal, type Sealed } from '../../platform/auth/cipher.ts'
import type { MasterKeys } from '../../platform/auth/master-keys.ts'
import type { SealedStore } from '../../platform/auth/sealed-store.ts'
import type { OAuthStore } from './store.ts'

/** The keys of the authorization server, equal on all replicas: one that signs, and those of its cookies. */
const Keys = z.object({ jwk: z.looseObject({ kty: z.string() }), cookies: z.array(z.string()) })
export type Keys = z.infer<typeof Keys>

type Dependencies = Readonly<{
  store: Pick<OAuthStore, 'keys' | 'makeKeys' | 'resealKeys'>
  masterKeys: MasterKeys
  log: Pick<Logger, 'warn'>
  clock: () => number
}>

const OWNER = { userId: '', provider: 'oauth' } as const

/** Keeps the keys of the authorization server, encrypted like users' provider keys. */
export function createKeys({ store, masterKeys, log, clock }: Dependencies) {
  const opened = async (row: Sealed): Promise<Keys | undefined> => {
    const text = unseal(row, OWNER, await masterKeys.all())
    return text === undefined ? undefined : Keys.safeParse(JSON.parse(text)).data
  }
  const fresh = async (): Promise<Sealed> => {
    const [master] = await masterKeys.all()
    return seal(JSON.stringify(newKeys()), OWNER, master)
  }

  return {
    /** The keys; new ones if there are none, or none that can be decrypted. */
    async load(): Promise<Keys> {
      for (;;) {
        // Read twice, because a rotation may end between the reads of the keys and of the master keys.
        for (let looks = 2; looks > 0; looks -= 1) {
          const row = (await store.keys()) ?? (await store.makeKeys({ ...(await fresh()), now: clock() }))
          const keys = row && (await opened(row))
          if (keys !== undefined) return keys
        }
        log.warn('the keys of the authorization server cannot be decrypted: new ones are made')
        const lost = await store.keys()
        if (lost !== undefined) await store.resealKeys({ ...(await fresh()), before: lost.sealed })
      }
    },

    /** The keys as a rotation of the master key sees them. */
    sealed: {
      async stale(masterKeyIds) {
        const row = await store.keys()
        return row !== undefined && masterKeyIds.includes(row.masterKeyId) ? [{ ...OWNER, ...row }] : []
      },
      async reseal(keys) {
        const rows = keys.map(async ({ before, sealed, masterKeyId }) =>
          store.resealKeys({ before, sealed, masterKeyId }),
        )
        return (await Promise.all(rows)).flat()
      },
      async census() {
        const row = await store.keys()
        return row === undefined ? [] : [{ masterKeyId: row.masterKeyId, keys: 1 }]
      },
    } satisfies SealedStore,
  }
}

export type KeyRing = ReturnType<typeof createKeys>

function newKeys(): Keys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = Keys.shape.jwk.parse(privateKey.export({ format: 'jwk' }))
  return { jwk, cookies: [randomBytes(32).toString('base64url')] }
}

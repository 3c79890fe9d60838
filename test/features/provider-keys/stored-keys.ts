import { masterKeyOf, seal, unseal, type MasterKey } from '../../../src/platform/auth/cipher.ts'
import type { TestDatabase } from '../../support/database.ts'

/** A provider key as the graph holds it. */
export type StoredKey = Readonly<{ userId: string; provider: string; masterKeyId: string; sealed: string }>

/** The master key of a text that is one. */
export function master(text: string): MasterKey {
  const key = masterKeyOf(text)
  if (key === undefined) throw new Error('no master key')
  return key
}

/** What the key of one of the users that {@link storeKeys} makes is. */
export const plainOf = (userId: string): string => `sk-of-${userId}`

/** Stores so many keys under a master key, past the service; their users have no accounts. */
export async function storeKeys(database: TestDatabase, count: number, key: MasterKey, name = 'nobody') {
  const rows = Array.from({ length: count }, (_, at) => {
    const owner = { userId: `${name}-${at}`, provider: 'provider_b' }
    return { ...owner, ...seal(plainOf(owner.userId), owner, key), savedAt: 1 }
  })
  await database.query('UNWIND $rows AS row CREATE (k:ProviderKey) SET k = row', { rows })
}

/** All stored keys. */
export async function storedKeys(database: TestDatabase): Promise<StoredKey[]> {
  const rows = await database.query(
    'MATCH (k:ProviderKey) RETURN k {.userId, .provider, .masterKeyId, .sealed} AS key ORDER BY k.userId, k.provider',
  )
  return rows.map(({ key }) => key as StoredKey)
}

/** Removes all stored keys, also those of the authorization server: a rotation is about every one in the database. */
export async function forgetKeys(database: TestDatabase): Promise<void> {
  await database.query('MATCH (k:ProviderKey|OAuthKeys) DELETE k')
}

/** What a stored key is. @throws Error when the master key does not open it */
export function opened(key: StoredKey, by: MasterKey): string {
  const text = unseal(key, { userId: key.userId, provider: key.provider }, [by])
  if (text === undefined) throw new Error('it is under another master key, or damaged')
  return text
}

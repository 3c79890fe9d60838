import type { Owner, Sealed } from './cipher.ts'

/** A ciphertext with its owner. */
export type OwnedRow = Readonly<Owner & Sealed>
/** A re-encrypted ciphertext with the previous one. */
export type ResealedRow = Readonly<OwnedRow & { before: string }>

/** Ciphertexts that a rotation of the master key re-encrypts. */
export type SealedStore = Readonly<{
  /** Those that are encrypted with one of the given master keys. */
  stale(masterKeyIds: string[], limit: number): Promise<readonly OwnedRow[]>
  /** Replaces those that were not changed meanwhile; returns one entry for each. */
  reseal(rows: ResealedRow[]): Promise<readonly unknown[]>
  /** Their number by master key. */
  census(): Promise<readonly Readonly<{ masterKeyId: string; keys: number }>[]>
}>

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** A key that encrypts users' provider keys. `id` identifies it without revealing anything of it. */
export type MasterKey = Readonly<{ id: string; secret: Buffer }>

/** The owner of a provider key, authenticated as associated data: ciphertexts cannot be swapped between owners. */
export type Owner = Readonly<{ userId: string; provider: string }>

/** A ciphertext, and the id of its master key. */
export type Sealed = Readonly<{ masterKeyId: string; sealed: string }>

const ALGORITHM = 'aes-256-gcm'
const FORMAT = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Parses a master key of 64 hexadecimal digits or of 32 bytes in base64; undefined if it is neither. */
export function masterKeyOf(text: string): MasterKey | undefined {
  const secret = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : fromBase64(text)
  if (secret?.length !== KEY_BYTES) return undefined
  return { id: createHash('sha256').update('master key').update(secret).digest('hex').slice(0, 16), secret }
}

function fromBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** Generates a master key in hexadecimal. */
export function newMasterKey(): string {
  return randomBytes(KEY_BYTES).toString('hex')
}

/** Encrypts with AES-256-GCM (NIST SP 800-38D), a random 96-bit IV and the owner as associated data. */
export function seal(text: string, owner: Owner, { id, secret }: MasterKey): Sealed {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, secret, iv, { authTagLength: TAG_BYTES }).setAAD(associated(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [iv, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return { masterKeyId: id, sealed: [FORMAT, ...parts].join('.') }
}

/**
 * Decrypts with the right one of the given master keys; undefined if that is missing, and for another owner, a modified ciphertext,
 * or an unknown format.
 */
export function unseal(row: Sealed, owner: Owner, masters: readonly MasterKey[]): string | undefined {
  const master = masters.find(({ id }) => id === row.masterKeyId)
  const [format, ...parts] = row.sealed.split('.')
  const [iv, encrypted, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (master === undefined || format !== FORMAT || !iv || !encrypted || !tag) return undefined
  try {
    const decipher = createDecipheriv(ALGORITHM, master.secret, iv, { authTagLength: TAG_BYTES })
      .setAAD(associated(owner))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function associated({ userId, provider }: Owner): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, userId, provider]))
}

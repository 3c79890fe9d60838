import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<nonce>[\w+/]+)\$(?<tag>[\w+/]+)$/
/** A hash that matches no password, for accounts without one, so that verification takes the same time. */
export const NOBODY = phc(COST, randomBytes(16), randomBytes(32))

/** Hashes a password to a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$tag`). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: canonical(password), nonce, tagLength: 32, ...COST })
  return phc(COST, nonce, tag)
}

/** Verifies a password in constant time, also without a hash. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = PHC.exec(hash ?? NOBODY)?.groups
  if (parts === undefined) throw new Error('a stored password is not a PHC string of argon2id')
  const tag = Buffer.from(parts['tag'] ?? '', 'base64')
  const derived = await derive('argon2id', {
    message: canonical(password),
    nonce: Buffer.from(parts['nonce'] ?? '', 'base64'),
    tagLength: tag.length,
    memory: Number(parts['memory']),
    passes: Number(parts['passes']),
    parallelism: Number(parts['parallelism']),
  })
  return timingSafeEqual(derived, tag)
}

/** Normalises Unicode, so that different compositions of the same characters are the same password. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

function phc(cost: typeof COST, nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<nonce>[\w+/]+)\$(?<tag>[\w+/]+)$/
/** Stands in for a password that is not there, at the same cost; no password has this hash. */
const NOBODY = phc(COST, randomBytes(16), randomBytes(32))

/** A PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$tag`) of a password. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: canonical(password), nonce, tagLength: 32, ...COST })
  return phc(COST, nonce, tag)
}

/** Whether the hash is the password's; where there is no hash, the answer takes as long. */
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

/** The same characters are the same password, whichever way a keyboard composes them. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

function phc(cost: typeof COST, nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** A new secret: its `value` is shown once, hash and hint are stored. */
export type Secret = Readonly<{ id: string; value: string; hash: string; hint: string }>

const PREFIX = { api_key: 'svc_', session: 'ses_', mcp_token: 'mcp_' } as const

/** The kinds of secrets that the service creates itself, and OAuth access tokens. */
export type SecretKind = keyof typeof PREFIX | 'access_token'

const OPAQUE = /^[\w-]{43}$/

/** Creates a secret of 256 random bits with a prefix that tells its kind. */
export function createSecret(kind: keyof typeof PREFIX): Secret {
  const prefix = PREFIX[kind]
  const value = `${prefix}${randomBytes(32).toString('hex')}`
  const hint = `${value.slice(0, prefix.length + 4)}…${value.slice(-4)}`
  return { id: randomUUID(), value, hash: hashSecret(value), hint }
}

/** Whether a text is well-formed as a secret of this kind. */
export function isSecret(kind: SecretKind, text: string): boolean {
  if (kind === 'access_token') return OPAQUE.test(text)
  return text.startsWith(PREFIX[kind]) && /^[0-9a-f]{64}$/.test(text.slice(PREFIX[kind].length))
}

/** The SHA-256 of a secret in hex, under which it is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

import { randomBytes, randomUUID } from 'node:crypto'
import { hashSecret } from '../admission/admission.ts'

/** A new secret with what is stored of it. */
export type Secret = Readonly<{ id: string; value: string; hash: string; hint: string }>

/** 256 random bits behind a prefix that says what they open; of the value only the hash and the hint are kept. */
export function createSecret(prefix: 'svc_' | 'ses_' | 'mcp_'): Secret {
  const value = `${prefix}${randomBytes(32).toString('hex')}`
  const hint = `${value.slice(0, prefix.length + 4)}…${value.slice(-4)}`
  return { id: randomUUID(), value, hash: hashSecret(value), hint }
}

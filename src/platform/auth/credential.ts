import { z } from 'zod'
import { Plan, Scope, type Actor } from './actor.ts'

/** The owner and scopes of a credential. Times are milliseconds since 1970; null: never. */
export const CredentialRow = z.strictObject({
  credentialId: z.string(),
  userId: z.string(),
  scopes: z.array(Scope),
  plan: Plan,
  expiresAt: z.int().nullable(),
  lastUsedAt: z.int().nullable(),
})
export type CredentialRow = z.infer<typeof CredentialRow>

/** A credential as found in the database. */
export type Credential = Readonly<CredentialRow & { kind: Actor['kind'] }>

const USE_PRECISION_MS = 60_000

/** Whether the last use is to be noted again: looking a credential up is a read, and writes at most once a minute. */
export function isUseStale({ lastUsedAt }: CredentialRow, now: number): boolean {
  return (lastUsedAt ?? 0) < now - USE_PRECISION_MS
}

import { z } from 'zod'
import { Plan, Scope, type Actor } from './actor.ts'

/** The owner and scopes of a credential. `expiresAt`: milliseconds since 1970; null: never. */
export const CredentialRow = z.strictObject({
  credentialId: z.string(),
  userId: z.string(),
  scopes: z.array(Scope),
  plan: Plan,
  expiresAt: z.int().nullable(),
})
export type CredentialRow = z.infer<typeof CredentialRow>

/** A credential as found in the database. */
export type Credential = Readonly<CredentialRow & { kind: Actor['kind'] }>

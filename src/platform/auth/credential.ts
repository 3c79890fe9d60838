import { z } from 'zod'
import { Plan, Scope, type Actor } from '../actor.ts'

/** A row that says who a credential belongs to. `expiresAt`: milliseconds since 1970; null: never. */
export const CredentialRow = z.strictObject({
  credentialId: z.string(),
  userId: z.string(),
  scopes: z.array(Scope),
  plan: Plan,
  expiresAt: z.int().nullable(),
})
export type CredentialRow = z.infer<typeof CredentialRow>

/** What a lookup in the database says of a credential. */
export type Credential = Readonly<CredentialRow & { kind: Actor['kind'] }>

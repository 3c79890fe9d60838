import { z } from 'zod'

/** What an API key may do; a session may do everything. */
export const Scope = z.enum(['ideas:read', 'ideas:write'])
export type Scope = z.infer<typeof Scope>

/** The two plans of an account. */
export const Plan = z.enum(['free', 'pro'])
export type Plan = z.infer<typeof Plan>

/** Who is calling: the account behind a credential that was found good. */
export type Actor = Readonly<{
  userId: string
  plan: Plan
  kind: 'api_key' | 'session'
  /** The id of the API key or session itself. */
  credentialId: string
  scopes: readonly Scope[]
}>

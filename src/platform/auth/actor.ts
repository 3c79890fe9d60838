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
  kind: 'api_key' | 'session' | 'mcp_token'
  /** The id of the API key or MCP token, or of the session, which is a sign-in with all its tokens. */
  credentialId: string
  /** What is stored of the secret that was presented. */
  secretHash: string
  scopes: readonly Scope[]
  /** Where its new ideas come from: the dashboard's cookie, or any other client. */
  source: 'web' | 'api'
  /** Set when this request's write is to happen once, however often the request is sent. */
  once: Once | undefined
}>

/** An `Idempotency-Key`, made unique among users, methods and paths, and what the request says beside it. */
export type Once = Readonly<{ key: string; fingerprint: string }>

/** Whose write it is, and whether it is to happen once. */
export type Writer = Pick<Actor, 'userId' | 'once'>

import { z } from 'zod'

/** What an API key may do; a session may do everything. */
export const Scope = z.enum(['ideas:read', 'ideas:write'])
export type Scope = z.infer<typeof Scope>

/** The two plans of an account. */
export const Plan = z.enum(['free', 'pro'])
export type Plan = z.infer<typeof Plan>

/**
 * The kinds of credentials. `mcp_grant` and `api_grant` are OAuth access tokens: what an account granted to a client for the resource
 * `/mcp` counts there only, what it granted for the REST API counts only in it.
 */
export const ActorKind = z.enum(['api_key', 'session', 'mcp_token', 'mcp_grant', 'api_grant'])
export type ActorKind = z.infer<typeof ActorKind>

/** The authenticated caller: an account and the credential that was presented. */
export type Actor = Readonly<{
  userId: string
  plan: Plan
  kind: ActorKind
  /** The id of the API key, MCP token or grant; for a session the id of the sign-in, which all its tokens share. */
  credentialId: string
  /** The stored hash of the presented secret. */
  secretHash: string
  scopes: readonly Scope[]
  /** The `source` of ideas it creates: `web` for the dashboard's cookie, `api` for any other client. */
  source: 'web' | 'api'
  /** Set when the request carries an `Idempotency-Key`. */
  idempotency: Idempotency | undefined
}>

/** An `Idempotency-Key` scoped to user, method and path, with a fingerprint of the rest of the request. */
export type Idempotency = Readonly<{ key: string; fingerprint: string }>

/** The user whose graph is written, and the idempotency key of the request. */
export type Writer = Pick<Actor, 'userId' | 'idempotency'>

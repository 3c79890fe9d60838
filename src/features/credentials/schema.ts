import { z } from 'zod'
import { Scope } from '../../platform/auth/actor.ts'
import { bounded, Moment, text, Timestamp } from '../../platform/schema.ts'

/** Maximum number of API keys, and of MCP tokens, of an account that have not expired. */
export const CREDENTIALS_PER_ACCOUNT = 100

/**
 * The schemas of one kind of credential; `expiry` are the expiry fields of responses, `until` those of requests, `client` the fields of
 * lists about the OAuth client to which one was granted.
 */
function schemasOf<
  Expiry extends z.ZodRawShape,
  Until extends z.ZodRawShape,
  ClientFields extends z.ZodRawShape,
>(
  name: 'ApiKey' | 'McpToken',
  prefix: 'svc_' | 'mcp_',
  { expiry, until, client }: Readonly<{ expiry: Expiry; until: Until; client: ClientFields }>,
) {
  const common = { id: z.string(), label: z.string().nullable() }
  const granted = { scopes: z.array(Scope), created_at: Timestamp }
  return {
    /** A credential in lists. */
    Listed: z
      .object({
        ...common,
        key: z.string().meta({ description: 'Masked', examples: [`${prefix}1a2b…9f0e`] }),
        ...granted,
        last_used_at: Timestamp.nullable().meta({ description: 'To the minute' }),
        ...expiry,
        ...client,
      })
      .meta({ id: name }),
    /** The only response that contains the secret. */
    New: z
      .object({
        ...common,
        key: z.string().regex(new RegExp(`^${prefix}[0-9a-f]{64}$`)),
        ...granted,
        ...expiry,
      })
      .meta({ id: `New${name}` }),
    /** The body of a creation. */
    Create: z
      .object({
        label: text({ max: 100, trim: true }).nullable().default(null),
        scopes: bounded(z.array(Scope).min(1, 'must name at least one scope'), 20)
          .transform((scopes) => Scope.options.filter((scope) => scopes.includes(scope)))
          .default([...Scope.options]),
        ...until,
      })
      .meta({ id: `Create${name}` }),
  }
}

/** API keys, which do not expire. */
export const apiKeySchemas = schemasOf('ApiKey', 'svc_', { expiry: {}, until: {}, client: {} })

/** MCP tokens, for AI assistants. */
export const mcpTokenSchemas = schemasOf('McpToken', 'mcp_', {
  expiry: { expires_at: Timestamp.nullable().meta({ description: 'Null: it does not expire' }) },
  until: {
    expires_at: Moment.nullable()
      .default(null)
      .meta({ description: 'In the future; null: it does not expire' }),
  },
  client: {
    client_name: z
      .string()
      .nullable()
      .meta({ description: 'The OAuth client to which access was granted; null for tokens made by hand' }),
    client_uri: z.string().nullable().meta({ description: 'The address that this client gives as its own' }),
  },
})

/** A credential in lists. */
export type ListedCredential = z.infer<typeof mcpTokenSchemas.Listed>
/** A new credential with its secret. */
export type NewCredential = z.infer<typeof mcpTokenSchemas.New>
/** The input for a new credential; `expires_at` in milliseconds since 1970. */
export type CreateCredential = z.infer<typeof apiKeySchemas.Create> & Readonly<{ expires_at?: number | null }>

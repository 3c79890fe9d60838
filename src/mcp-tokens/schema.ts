import { z } from 'zod'
import { Scope } from '../actor.ts'
import { Moment, Timestamp } from '../fields.ts'
import { grant } from '../keys/grant.ts'

const common = {
  id: z.string(),
  label: z.string().nullable(),
  scopes: z.array(Scope),
  created_at: Timestamp,
  expires_at: Timestamp.nullable().meta({ description: 'Null: it does not expire' }),
}

/** A token of an AI assistant as lists show it. */
export const McpToken = z
  .object({
    ...common,
    key: z.string().meta({ description: 'Masked', examples: ['mcp_1a2b…9f0e'] }),
    last_used_at: Timestamp.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'McpToken' })
export type McpToken = z.infer<typeof McpToken>

/** The one answer that holds a whole token. */
export const NewMcpToken = z
  .object({ ...common, key: z.string().regex(/^mcp_[0-9a-f]{64}$/) })
  .meta({ id: 'NewMcpToken' })
export type NewMcpToken = z.infer<typeof NewMcpToken>

/** The body of POST /user/mcp-tokens. */
export const CreateMcpToken = z
  .object({
    ...grant,
    expires_at: Moment.nullable()
      .default(null)
      .meta({ description: 'In the future; null: it does not expire' }),
  })
  .meta({ id: 'CreateMcpToken' })
export type CreateMcpToken = z.infer<typeof CreateMcpToken>

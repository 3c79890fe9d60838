import { z } from 'zod'
import { endpoint, type Endpoint } from '../http/endpoint.ts'
import { textParam } from '../http/params.ts'
import type { McpTokens } from './mcp-tokens.ts'
import { CreateMcpToken, McpToken, NewMcpToken } from './schema.ts'

const section = 'MCP tokens'

/** The endpoints of the tokens of AI assistants. */
export function mcpTokenRoutes(tokens: McpTokens): Endpoint[] {
  return [
    endpoint({
      id: 'listMcpTokens',
      method: 'GET',
      path: '/user/mcp-tokens',
      summary: 'List the active tokens of AI assistants, masked',
      section,
      access: 'ideas:read',
      success: { status: 200, body: z.array(McpToken), description: 'The tokens, oldest first' },
      handle: async ({ actor }) => tokens.list(actor),
    }),
    endpoint({
      id: 'createMcpToken',
      method: 'POST',
      path: '/user/mcp-tokens',
      summary: 'Create a token for an AI assistant; only this answer holds it whole',
      section,
      access: 'session',
      retrySafe: false,
      body: CreateMcpToken,
      success: { status: 201, body: NewMcpToken, description: 'The new token' },
      handle: async ({ actor, body }) => tokens.create(actor, body),
    }),
    endpoint({
      id: 'deleteMcpToken',
      method: 'DELETE',
      path: '/user/mcp-tokens/:id',
      summary: 'Revoke a token at once; a token may revoke itself',
      section,
      access: 'credential',
      params: { id: textParam('mcp_token_not_found', '2f7b1c1e-6f0e-4c37-9d7e-3b0a6f0c2f11') },
      success: { status: 204, description: 'It is invalid everywhere' },
      problems: ['session_required'],
      handle: async ({ actor, params: { id } }) => tokens.remove(actor, id),
    }),
  ]
}

import { z } from 'zod'
import { endpointIn } from '../../platform/http/endpoint.ts'
import { textParam } from '../../platform/http/params.ts'
import type { Credentials } from './credentials.ts'
import { apiKeySchemas, mcpTokenSchemas } from './schema.ts'

const API_KEYS = {
  kind: 'api_key',
  name: 'ApiKey',
  path: '/user/api-keys',
  section: 'API keys',
  noun: 'key',
  summaries: {
    list: 'List the active API keys, masked',
    create: 'Create an API key; only this answer holds it whole',
    remove: 'Revoke an API key at once; a key may revoke itself',
  },
  schemas: apiKeySchemas,
} as const

const MCP_TOKENS = {
  kind: 'mcp_token',
  name: 'McpToken',
  path: '/user/mcp-tokens',
  section: 'MCP tokens',
  noun: 'token',
  summaries: {
    list: 'List the active tokens of AI assistants, masked, and what was granted to clients by OAuth',
    create: 'Create a token for an AI assistant; only this answer holds it whole',
    remove: 'Revoke a token or grant at once; a token may revoke itself, an access token its grant',
  },
  schemas: mcpTokenSchemas,
} as const

/** The endpoints of API keys and MCP tokens. */
export function credentialRoutes(credentials: Credentials) {
  return [...routesOf(credentials, API_KEYS), ...routesOf(credentials, MCP_TOKENS)]
}

function routesOf<K extends typeof API_KEYS | typeof MCP_TOKENS>(
  credentials: Credentials,
  { kind, name, path, section, noun, summaries, schemas }: K,
) {
  const endpoint = endpointIn(section)
  return [
    endpoint({
      id: `list${name}s`,
      route: `GET ${path}`,
      summary: summaries.list,
      access: 'ideas:read',
      success: { status: 200, body: z.array(schemas.Listed), description: `The ${noun}s, oldest first` },
      handle: async ({ actor }) => credentials.list(kind, actor),
    }),
    endpoint({
      id: `create${name}`,
      route: `POST ${path}`,
      summary: summaries.create,
      access: 'session',
      retrySafe: false,
      body: schemas.Create,
      success: { status: 201, body: schemas.New, description: `The new ${noun}` },
      problems: [`${kind}s_too_many`],
      handle: async ({ actor, body }) => credentials.create(kind, actor, body),
    }),
    endpoint({
      id: `delete${name}`,
      route: `DELETE ${path}/:id`,
      summary: summaries.remove,
      access: 'credential',
      params: { id: textParam(`${kind}_not_found`, '2f7b1c1e-6f0e-4c37-9d7e-3b0a6f0c2f11') },
      success: { status: 204, description: 'It is invalid everywhere' },
      problems: ['session_required'],
      handle: async ({ actor, params: { id } }) => credentials.remove(kind, actor, id),
    }),
  ]
}

import { z } from 'zod'
import { endpoint, type Endpoint } from '../http/endpoint.ts'
import { textParam } from '../http/params.ts'
import type { Keys } from './keys.ts'
import { ApiKey, CreateApiKey, NewApiKey } from './schema.ts'

const section = 'API keys'

/** The endpoints of API keys. */
export function keyRoutes(keys: Keys): Endpoint[] {
  return [
    endpoint({
      id: 'listApiKeys',
      method: 'GET',
      path: '/user/api-keys',
      summary: 'List the active API keys, masked',
      section,
      access: 'ideas:read',
      success: { status: 200, body: z.array(ApiKey), description: 'The keys, oldest first' },
      handle: async ({ actor }) => keys.list(actor),
    }),
    endpoint({
      id: 'createApiKey',
      method: 'POST',
      path: '/user/api-keys',
      summary: 'Create an API key; only this answer holds it whole',
      section,
      access: 'session',
      retrySafe: false,
      body: CreateApiKey,
      success: { status: 201, body: NewApiKey, description: 'The new key' },
      handle: async ({ actor, body }) => keys.create(actor, body),
    }),
    endpoint({
      id: 'deleteApiKey',
      method: 'DELETE',
      path: '/user/api-keys/:id',
      summary: 'Revoke an API key at once; a key may revoke itself',
      section,
      access: 'credential',
      params: { id: textParam('api_key_not_found', '2f7b1c1e-6f0e-4c37-9d7e-3b0a6f0c2f11') },
      success: { status: 204, description: 'It is invalid everywhere' },
      problems: ['session_required'],
      handle: async ({ actor, params: { id } }) => keys.remove(actor, id),
    }),
  ]
}

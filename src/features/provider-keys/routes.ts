import { endpoint, type Endpoint, type PathParam } from '../http/endpoint.ts'
import { ProviderName } from '../providers/provider.ts'
import type { Byok } from './byok.ts'
import { KeyStatus, SavedKey, SaveKey, TestedKey } from './schema.ts'

const section = 'Provider keys'
const params = {
  provider: { schema: ProviderName, example: 'provider_a' },
} as const satisfies Record<string, PathParam<ProviderName>>
const problemsOfProviders = [
  'provider_rate_limited',
  'provider_failed',
  'provider_unreachable',
  'provider_answer_unusable',
  'provider_timeout',
] as const

/** The endpoints of keys that users bring for providers of language models. */
export function byokRoutes(byok: Byok): Endpoint[] {
  return [
    endpoint({
      id: 'saveProviderKey',
      method: 'PUT',
      path: '/user/byok/:provider',
      summary: 'Keep your key for a provider, encrypted; no answer ever shows it',
      section,
      access: 'session',
      params,
      body: SaveKey,
      success: { status: 200, body: SavedKey, description: 'It is kept' },
      handle: async ({ actor, params: { provider }, body }) => byok.save(actor, provider, body.api_key),
    }),
    endpoint({
      id: 'deleteProviderKey',
      method: 'DELETE',
      path: '/user/byok/:provider',
      summary: 'Forget your key for a provider',
      section,
      access: 'session',
      params,
      success: { status: 204, description: 'There is none any more' },
      handle: async ({ actor, params: { provider } }) => byok.remove(actor, provider),
    }),
    endpoint({
      id: 'testProviderKey',
      method: 'POST',
      path: '/user/byok/:provider/test',
      summary: 'Ask the provider whether it accepts your key; no tokens are spent',
      section,
      access: 'session',
      retrySafe: false,
      params,
      success: { status: 200, body: TestedKey, description: 'What the provider says' },
      problems: ['provider_key_not_found', 'provider_key_lost', ...problemsOfProviders],
      handle: async ({ actor, params: { provider }, signal }) => byok.test(actor, provider, signal),
    }),
    endpoint({
      id: 'getProviderKeys',
      method: 'GET',
      path: '/user/byok/status',
      summary: 'Which providers you have keys for',
      section,
      access: 'ideas:read',
      success: { status: 200, body: KeyStatus, description: 'One boolean per provider' },
      handle: async ({ actor }) => byok.status(actor),
    }),
  ]
}

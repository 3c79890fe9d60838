import { endpointIn, type PathParam } from '../../platform/http/endpoint.ts'
import { ProviderName } from '../../platform/llm/schema.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { KEY_TEST_LIMITS, KeyStatus, SavedKey, SaveKey, TestedKey } from './schema.ts'

const endpoint = endpointIn('Provider keys')
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

/** The endpoints of users' provider keys. */
export function providerKeyRoutes(keys: ProviderKeys) {
  return [
    endpoint({
      id: 'saveProviderKey',
      route: 'PUT /user/byok/:provider',
      summary: 'Keep your key for a provider, encrypted; no answer ever shows it',
      access: 'session',
      params,
      body: SaveKey,
      success: { status: 200, body: SavedKey, description: 'It is kept' },
      handle: async ({ actor, params: { provider }, body }) => keys.save(actor, provider, body.api_key),
    }),
    endpoint({
      id: 'deleteProviderKey',
      route: 'DELETE /user/byok/:provider',
      summary: 'Forget your key for a provider',
      access: 'session',
      params,
      success: { status: 204, description: 'There is none any more' },
      handle: async ({ actor, params: { provider } }) => keys.remove(actor, provider),
    }),
    endpoint({
      id: 'testProviderKey',
      route: 'POST /user/byok/:provider/test',
      summary: 'Ask the provider whether it accepts your key; no tokens are spent',
      access: 'session',
      retrySafe: false,
      limits: KEY_TEST_LIMITS,
      params,
      success: { status: 200, body: TestedKey, description: 'What the provider says' },
      problems: ['provider_key_not_found', 'provider_key_lost', ...problemsOfProviders],
      handle: async ({ actor, params: { provider }, signal }) => keys.test(actor, provider, signal),
    }),
    endpoint({
      id: 'getProviderKeys',
      route: 'GET /user/byok/status',
      summary: 'Which providers you have keys for',
      access: 'ideas:read',
      success: { status: 200, body: KeyStatus, description: 'One boolean per provider' },
      handle: async ({ actor }) => keys.status(actor),
    }),
  ]
}

import { createLeases } from '../../platform/limits/leases.ts'
import { createAnthropicProvider } from '../../platform/llm/anthropic.ts'
import { createGeminiProvider } from '../../platform/llm/gemini.ts'
import { createOpenAiProvider } from '../../platform/llm/openai.ts'
import type { Platform } from '../../platform/platform.ts'
import { masterKeysOf, type MasterKeyConfig } from '../../platform/auth/master-keys.ts'
import type { SealedStore } from '../../platform/auth/sealed-store.ts'
import { createProviderKeys } from './provider-keys.ts'
import { createRotation } from './rotation.ts'
import { providerKeyRoutes } from './routes.ts'
import { createProviderKeyStore } from './store.ts'

type ProviderConfig = Parameters<typeof createAnthropicProvider>[0]
type Config = MasterKeyConfig & Readonly<{ providers: Readonly<Record<'a' | 'b' | 'c', ProviderConfig>> }>

type Needs = Readonly<{ sealedKeys: SealedStore }>

/** Users' own keys for providers of language models. @throws OperatorError in production without a master key */
export function createProviderKeysFeature(
  { graph, redis, clock, providerTimeoutMs }: Platform,
  { sealedKeys }: Needs,
  config: Config,
) {
  const { a, b, c } = config.providers
  const [store, masterKeys] = [createProviderKeyStore(graph), masterKeysOf(config)]
  const keys = createProviderKeys({
    store,
    masterKeys,
    providers: [createAnthropicProvider(a), createOpenAiProvider(b), createGeminiProvider(c)],
    clock,
    testMs: providerTimeoutMs,
  })
  return {
    endpoints: providerKeyRoutes(keys),
    keyOf: keys.keyOf,
    rotation: createRotation({ stores: [store, sealedKeys], masterKeys, acquireLease: createLeases(redis) }),
  }
}
export type ProviderKeysFeature = ReturnType<typeof createProviderKeysFeature>

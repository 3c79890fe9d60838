import type { Logger } from 'pino'
import { createClaims } from './admission/claims.ts'
import { createByok } from './byok/byok.ts'
import { createRotation } from './byok/rotation.ts'
import { givenMasterKeys, ownMasterKeys, type MasterKeys } from './byok/master-keys.ts'
import { byokRoutes } from './byok/routes.ts'
import { createByokStore } from './byok/store.ts'
import { OperatorError, type Config } from './config.ts'
import { createDevelop } from './develop/develop.ts'
import { developRoutes } from './develop/routes.ts'
import { createDevelopStore } from './develop/store.ts'
import type { Graph } from './graph/graph.ts'
import type { Endpoint } from './http/endpoint.ts'
import type { Missing } from './ideas/missing.ts'
import { createAnthropicProvider } from './providers/anthropic.ts'
import { createGeminiProvider } from './providers/gemini.ts'
import { createOpenAiProvider } from './providers/openai.ts'
import type { RedisConnection } from './redis/connection.ts'

type Parts = Readonly<{
  config: Pick<Config, 'providers'>
  masterKeys: MasterKeys
  graph: Graph
  redis: RedisConnection
  missing: Missing
  log: Logger
  clock: () => number
  /** Instead of what is usual for each question. */
  providerTimeoutMs?: number
}>

/** The keys that encrypt those of users. @throws OperatorError in production, where there must be one in the environment */
export function masterKeysOf({
  masterKeys,
  isProduction,
  dataDir,
}: Pick<Config, 'masterKeys' | 'isProduction' | 'dataDir'>): MasterKeys {
  const [first, ...others] = masterKeys
  if (first !== undefined) return givenMasterKeys([first, ...others])
  if (isProduction) {
    throw new OperatorError('BYOK_MASTER_KEY is required in production (`openssl rand -hex 32` makes one)')
  }
  return ownMasterKeys(dataDir)
}

/** Keys that users bring, and what is written by them. */
export function composeDevelop(parts: Parts) {
  const { config, masterKeys, graph, redis, missing, log, clock, providerTimeoutMs } = parts
  const { a, b, c } = config.providers
  const store = createByokStore(graph)
  const claim = createClaims(redis)
  const byok = createByok({
    store,
    masterKeys,
    providers: [createAnthropicProvider(a), createOpenAiProvider(b), createGeminiProvider(c)],
    clock,
    testMs: providerTimeoutMs,
  })
  const develop = createDevelop({
    store: createDevelopStore(graph),
    keyOf: byok.keyOf,
    claim,
    missing,
    log,
    clock,
    overallMs: providerTimeoutMs,
  })
  const endpoints: readonly Endpoint[] = [...byokRoutes(byok), ...developRoutes(develop)]
  return { endpoints, rotation: createRotation({ store, masterKeys, claim }) }
}

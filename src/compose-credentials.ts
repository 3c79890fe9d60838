import type { Token } from './admission/admission.ts'
import type { Credential } from './admission/credential.ts'
import type { AdmissionCache } from './admission/cache.ts'
import type { Graph } from './graph/graph.ts'
import type { Endpoint } from './http/endpoint.ts'
import { createKeys } from './keys/keys.ts'
import { keyRoutes } from './keys/routes.ts'
import { createKeyStore } from './keys/store.ts'
import { createMcpTokens } from './mcp-tokens/mcp-tokens.ts'
import { mcpTokenRoutes } from './mcp-tokens/routes.ts'
import { createMcpTokenStore } from './mcp-tokens/store.ts'

type Parts = Readonly<{ graph: Graph; cache: Pick<AdmissionCache, 'bury'>; clock: () => number }>

/** What programs and assistants prove by for whom they act: API keys and MCP tokens. */
export function composeCredentials({ graph, cache: { bury }, clock }: Parts) {
  const keys = createKeys({ store: createKeyStore(graph), bury, clock })
  const mcpTokens = createMcpTokens({ store: createMcpTokenStore(graph), bury, clock })
  const lookup = async ({ kind }: Token, hash: string): Promise<Credential | undefined> =>
    kind === 'mcp_token' ? mcpTokens.lookup(hash) : keys.lookup(kind, hash)
  const endpoints: readonly Endpoint[] = [...keyRoutes(keys), ...mcpTokenRoutes(mcpTokens)]
  return { lookup, endpoints, sweep: mcpTokens.sweep }
}

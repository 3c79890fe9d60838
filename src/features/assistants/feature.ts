import type { Feature } from '../../platform/feature.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { assistantRoutes } from './routes.ts'

/** AI assistants, by the Model Context Protocol: tools over the endpoints of the other features. */
export function createAssistantsFeature(endpoints: readonly Endpoint[], version: string) {
  return { routes: (serving) => assistantRoutes(endpoints, version, serving) } satisfies Feature
}

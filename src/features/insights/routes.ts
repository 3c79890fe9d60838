import { endpointIn } from '../../platform/http/endpoint.ts'
import type { InsightsOfGraphs } from './insights.ts'
import { INSIGHT_LIMITS, Insights } from './schema.ts'

const endpoint = endpointIn('Map')

/** The endpoint of the insights. */
export function insightRoutes(insights: InsightsOfGraphs) {
  return [
    endpoint({
      id: 'getInsights',
      route: 'GET /map/insights',
      summary: 'What the shape of the graph tells: orphans, hubs, components, chains, communities',
      access: 'ideas:read',
      limits: { atOnce: INSIGHT_LIMITS.atOnce },
      success: { status: 200, body: Insights, description: 'The insights' },
      handle: async ({ actor, signal }) => insights.get(actor, signal),
    }),
  ]
}

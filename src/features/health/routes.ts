import { z } from 'zod'
import { Timestamp, timestamp } from '../../platform/schema.ts'
import { Answer, endpointIn } from '../../platform/http/endpoint.ts'

const Health = z
  .object({ status: z.enum(['ok', 'unavailable']), timestamp: Timestamp })
  .meta({ id: 'Health' })

const endpoint = endpointIn('Health')

/** The endpoints for health checks; readiness answers 503 with the same body while the service cannot serve. */
export function healthRoutes(deps: { isReady: () => Promise<boolean>; clock: () => number }) {
  const health = (status: 'ok' | 'unavailable') => ({ status, timestamp: timestamp(deps.clock()) })
  return [
    endpoint({
      id: 'getLiveness',
      route: 'GET /health/live',
      summary: 'Whether the process runs; it asks nothing else',
      access: 'public',
      counted: false,
      success: { status: 200, body: Health, description: 'It does' },
      handle: async () => health('ok'),
    }),
    endpoint({
      id: 'getHealth',
      route: 'GET /health',
      summary: 'Whether the service can serve',
      access: 'public',
      counted: false,
      success: { status: 200, body: Health, description: 'It can' },
      others: {
        503: {
          description: 'It cannot: the database does not answer, or the service shuts down',
          body: Health,
        },
      },
      handle: async () =>
        (await deps.isReady())
          ? health('ok')
          : new Answer({ status: 503, body: health('unavailable'), headers: { 'Retry-After': '2' } }),
    }),
  ]
}

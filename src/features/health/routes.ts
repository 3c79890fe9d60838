import { z } from 'zod'
import { Timestamp, timestamp } from '../../platform/schema.ts'
import { Answer, endpointIn, type Endpoint } from '../../platform/http/endpoint.ts'

const Health = z
  .object({ status: z.enum(['ok', 'unavailable']), timestamp: Timestamp })
  .meta({ id: 'Health' })

const endpoint = endpointIn('Health')

/** The readiness endpoint; it answers 503 with the same body while the database is unavailable. */
export function healthRoutes(deps: { answers: () => Promise<boolean>; clock: () => number }): Endpoint[] {
  return [
    endpoint({
      id: 'getHealth',
      route: 'GET /health',
      summary: 'Whether the service can serve',
      access: 'public',
      counted: false,
      success: { status: 200, body: Health, description: 'It can' },
      others: { 503: { description: 'It cannot: the database does not answer', body: Health } },
      handle: async () => {
        const ok = await deps.answers()
        const body = {
          status: ok ? ('ok' as const) : ('unavailable' as const),
          timestamp: timestamp(deps.clock()),
        }
        return ok ? body : new Answer({ status: 503, body, headers: { 'Retry-After': '2' } })
      },
    }),
  ]
}

import { z } from 'zod'
import { Timestamp, timestamp } from '../fields.ts'
import { Answer, endpoint, type Endpoint } from '../http/endpoint.ts'

const Health = z
  .object({ status: z.enum(['ok', 'unavailable']), timestamp: Timestamp })
  .meta({ id: 'Health' })

/** The endpoint of readiness: 503, in the same shape, while the database does not answer. */
export function healthRoutes(deps: { answers: () => Promise<boolean>; clock: () => number }): Endpoint[] {
  return [
    endpoint({
      id: 'getHealth',
      method: 'GET',
      path: '/health',
      summary: 'Whether the service can serve',
      section: 'Health',
      access: 'public',
      counted: false,
      success: {
        status: 200,
        body: Health,
        description: 'It can',
      },
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

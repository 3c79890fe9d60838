import { z } from 'zod'
import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import { idParam } from '../../platform/http/params.ts'
import type { Develop } from './develop.ts'
import { eventsOf } from './events.ts'
import { DEVELOP_LIMITS, Developed, DevelopQuery, Specification } from './schema.ts'

const endpoint = endpointIn('Develop')
const params = { id: idParam('idea_not_found') }

/** The endpoints of generated specifications. */
export function developRoutes(develop: Develop) {
  return [
    endpoint({
      id: 'developIdea',
      route: 'POST /ideas/:id/develop',
      summary: 'Have a specification of the idea written, by your own key for a provider',
      access: 'ideas:write',
      limits: DEVELOP_LIMITS,
      params,
      query: DevelopQuery,
      success: {
        status: 200,
        body: Developed,
        mediaTypes: ['text/event-stream'],
        description: 'The specification; with Accept: text/event-stream as it is written',
      },
      problems: [
        'provider_key_missing',
        'provider_key_lost',
        'provider_key_refused',
        'request_under_way',
        'provider_rate_limited',
        'provider_failed',
        'provider_unreachable',
        'provider_refused',
        'provider_answer_unusable',
        'provider_timeout',
      ],
      async handle({ actor, params: { id }, query, headers, signal, progress, failed }) {
        const run = await develop.prepare(actor, id, query.provider, signal)
        if (!headers.wantsEvents) return run(progress)
        return new Answer<never>({
          stream: eventsOf(run, failed),
          headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
        })
      },
    }),
    endpoint({
      id: 'listSpecifications',
      route: 'GET /ideas/:id/specs',
      summary: 'The specifications that were written of an idea, the newest 20',
      access: 'ideas:read',
      params,
      success: { status: 200, body: z.array(Specification), description: 'Newest first' },
      handle: async ({ actor, params: { id } }) => develop.list(actor, id),
    }),
  ]
}

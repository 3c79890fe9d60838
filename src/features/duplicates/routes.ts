import { z } from 'zod'
import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import { PAGE_HEADERS, pageHeaders } from '../../platform/http/pagination-headers.ts'
import { idParam } from '../../platform/http/params.ts'
import type { Duplicates } from './duplicates.ts'
import { DuplicatePairs, ListDuplicates } from './schema.ts'

const endpoint = endpointIn('Duplicates')

/** The endpoints of pairs of possible duplicates. */
export function duplicateRoutes(duplicates: Duplicates) {
  return [
    endpoint({
      id: 'listDuplicates',
      route: 'GET /ideas/duplicates',
      summary: 'List the pairs of possible duplicates that wait for a decision, newest first',
      access: 'ideas:read',
      query: ListDuplicates,
      success: {
        status: 200,
        body: DuplicatePairs,
        description: 'A page of pairs',
        headers: PAGE_HEADERS,
      },
      handle: async ({ actor, query, headers }) => {
        const { pairs, total } = await duplicates.list(actor, query)
        return new Answer({
          body: { duplicates: pairs },
          headers: pageHeaders(headers.url, { ...query, total }),
        })
      },
    }),
    endpoint({
      id: 'dismissDuplicate',
      route: 'POST /ideas/duplicates/:id/dismiss',
      summary: 'Dismiss a pair: these are two ideas',
      access: 'ideas:write',
      params: { id: idParam('duplicate_not_found') },
      success: {
        status: 200,
        body: z.object({ success: z.literal(true) }),
        description: 'It is never raised again',
      },
      problems: ['duplicate_resolved'],
      handle: async ({ actor, params: { id } }) => duplicates.dismiss(actor, id),
    }),
  ]
}

import { endpointIn } from '../../platform/http/endpoint.ts'
import { SearchAnswer, SearchIdeas } from './schema.ts'
import type { Search } from './search.ts'

const endpoint = endpointIn('Ideas')

/** The search endpoint; it must be mounted before `/ideas/:id`, which matches its path as well. */
export function searchRoutes(search: Search) {
  return [
    endpoint({
      id: 'searchIdeas',
      route: 'GET /ideas/search',
      summary: 'Search ideas by their words, by their meaning, or by both',
      access: 'ideas:read',
      query: SearchIdeas,
      success: { status: 200, body: SearchAnswer, description: 'A page of ideas, the best first' },
      problems: ['embeddings_unavailable'],
      handle: async ({ actor, query }) => search.find(actor, query),
    }),
  ]
}

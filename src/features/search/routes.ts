import { endpoint, type Endpoint } from '../http/endpoint.ts'
import { SearchAnswer, SearchIdeas } from './schema.ts'
import type { Search } from './search.ts'

/** The endpoint of searches; it goes before that of single ideas, whose path fits it, too. */
export function searchRoutes(search: Search): Endpoint[] {
  return [
    endpoint({
      id: 'searchIdeas',
      method: 'GET',
      path: '/ideas/search',
      summary: 'Search ideas by their words, by their meaning, or by both',
      section: 'Ideas',
      access: 'ideas:read',
      query: SearchIdeas,
      success: { status: 200, body: SearchAnswer, description: 'A page of ideas, the best first' },
      problems: ['embeddings_unavailable'],
      handle: async ({ actor, query }) => search.find(actor, query),
    }),
  ]
}

import { z } from 'zod'
import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import { precondition } from '../../platform/http/etag.ts'
import { PAGE_HEADERS, pageHeaders } from '../../platform/http/pagination-headers.ts'
import { idParam } from '../../platform/http/params.ts'
import { etagOf, hasEtag, IDEA_ETAG } from '../ideas/present.ts'
import { IdeaDetail } from '../ideas/schema.ts'
import type { Merges } from './merges.ts'
import {
  ListMerges,
  Merge,
  MergeIdeas,
  MergePreview,
  MergeQuery,
  Unmerged,
  UnmergeIdeas,
  UnmergeQuery,
} from './schema.ts'

const endpoint = endpointIn('Merges')
const params = { id: idParam('idea_not_found') }
const mergeProblems = [
  'idea_archived',
  'merged_body_too_long',
  'merged_tags_too_many',
  'merged_links_too_many',
  'merged_relations_too_many',
  'relation_cycle',
] as const

/** The endpoints of merges. */
export function mergeRoutes(merges: Merges) {
  return [
    endpoint({
      id: 'mergeIdeas',
      route: 'POST /ideas/:id/merge',
      summary: 'Fold another idea into this one, which is archived then',
      access: 'ideas:write',
      params,
      conditions: ['If-Match'],
      query: MergeQuery,
      body: MergeIdeas,
      success: {
        status: 200,
        body: z.union([IdeaDetail, MergePreview]),
        description: 'The merged idea; with preview=true, what a merge would do',
        headers: { ETag: IDEA_ETAG },
      },
      problems: mergeProblems,
      handle: async ({ actor, params: { id }, body, query, headers: { ifMatch } }) => {
        const ids = { survivorId: id, absorbedId: body.absorb_id }
        const merged = await merges.merge(actor, ids, query, precondition(ifMatch, hasEtag))
        return new Answer({ body: merged, headers: 'preview' in merged ? {} : { ETag: etagOf(merged) } })
      },
    }),
    endpoint({
      id: 'mergeDuplicate',
      route: 'POST /ideas/duplicates/:id/merge',
      summary: 'Merge a pair of possible duplicates: the flagged idea is folded into the older one',
      access: 'ideas:write',
      params: { id: idParam('duplicate_not_found') },
      query: MergeQuery,
      success: {
        status: 200,
        body: z.union([z.object({ success: z.literal(true) }), MergePreview]),
        description: 'They are merged; with preview=true, what a merge would do',
      },
      problems: ['duplicate_resolved', 'precondition_failed', ...mergeProblems],
      handle: async ({ actor, params: { id }, query }) => merges.mergePair(actor, id, query),
    }),
    endpoint({
      id: 'unmergeIdeas',
      route: 'POST /ideas/:id/unmerge',
      summary: 'Bring back an idea that was merged into this one, as far as its things still stand',
      access: 'ideas:write',
      params,
      conditions: ['If-Match'],
      query: UnmergeQuery,
      body: UnmergeIdeas,
      success: { status: 200, body: Unmerged, description: 'Both ideas, and what could not be restored' },
      problems: ['idea_cap_reached', 'not_absorbed'],
      handle: async ({ actor, params: { id }, body, query, headers: { ifMatch } }) => {
        const ids = { survivorId: id, absorbedId: body.absorbed_id }
        return merges.unmerge(actor, ids, query, precondition(ifMatch, hasEtag))
      },
    }),
    endpoint({
      id: 'listMerges',
      route: 'GET /ideas/:id/merges',
      summary: 'List the ideas that were merged into this one, the newest merge first',
      access: 'ideas:read',
      params,
      query: ListMerges,
      success: {
        status: 200,
        body: z.array(Merge),
        description: 'A page of them',
        headers: PAGE_HEADERS,
      },
      handle: async ({ actor, params: { id }, query, headers }) => {
        const { merges: page, total } = await merges.list(actor, id, query)
        return new Answer({ body: page, headers: pageHeaders(headers.url, { ...query, total }) })
      },
    }),
  ]
}

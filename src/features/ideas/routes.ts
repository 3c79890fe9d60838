import { z } from 'zod'
import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import { matchesEtag, precondition } from '../../platform/http/etag.ts'
import { PAGE_HEADERS, pageHeaders } from '../../platform/http/pagination-headers.ts'
import { idParam } from '../../platform/http/params.ts'
import type { Ideas } from './ideas.ts'
import { etagOf, hasEtag, IDEA_ETAG } from './present.ts'
import {
  CreateIdea,
  CreateIdeaQuery,
  Idea,
  IdeaCounts,
  IdeaDetail,
  IdeaFilters,
  ListIdeas,
  UpdateIdea,
} from './schema.ts'

const endpoint = endpointIn('Ideas')
const params = { id: idParam('idea_not_found') }
/** The endpoints of ideas. */
export function ideaRoutes(ideas: Ideas) {
  return [
    endpoint({
      id: 'listIdeas',
      route: 'GET /ideas',
      summary: 'List ideas, newest first',
      access: 'ideas:read',
      query: ListIdeas,
      success: {
        status: 200,
        body: z.array(Idea),
        description: 'A page of ideas',
        headers: PAGE_HEADERS,
      },
      handle: async ({ actor, query, headers }) => {
        const { ideas: body, ...page } = await ideas.list(actor, query)
        return new Answer({ body, headers: pageHeaders(headers.url, { limit: query.limit, ...page }) })
      },
    }),
    endpoint({
      id: 'countIdeas',
      route: 'GET /ideas/counts',
      summary: 'Count ideas, in all and by status',
      access: 'ideas:read',
      query: IdeaFilters,
      success: { status: 200, body: IdeaCounts, description: 'The counts; a status without ideas has 0' },
      handle: async ({ actor, query }) => ideas.counts(actor, query),
    }),
    endpoint({
      id: 'createIdea',
      route: 'POST /ideas',
      summary: 'Capture an idea',
      access: 'ideas:write',
      query: CreateIdeaQuery,
      body: CreateIdea,
      success: {
        status: 201,
        body: IdeaDetail,
        description: 'The new idea',
        headers: { ETag: IDEA_ETAG, Location: 'Where the idea is' },
      },
      problems: ['idea_not_found', 'idea_cap_reached', 'idea_exists', 'relations_too_many', 'tags_too_many'],
      handle: async ({ actor, body, query }) => {
        const idea = await ideas.create(actor, body, query)
        return new Answer({
          body: idea,
          headers: { ETag: etagOf(idea), Location: `/api/v1/ideas/${idea.id}` },
        })
      },
    }),
    endpoint({
      id: 'getIdea',
      route: 'GET /ideas/:id',
      summary: 'Get an idea with its tags, links and relations',
      access: 'ideas:read',
      params,
      conditions: ['If-None-Match'],
      success: { status: 200, body: IdeaDetail, description: 'The idea', headers: { ETag: IDEA_ETAG } },
      others: { 304: { description: 'It is still as If-None-Match says' } },
      handle: async ({ actor, params: { id }, headers: { ifNoneMatch } }) => {
        const idea = await ideas.get(actor, id)
        const headers = { ETag: etagOf(idea) }
        if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, headers.ETag)) {
          return new Answer({ status: 304, headers })
        }
        return new Answer({ body: idea, headers })
      },
    }),
    endpoint({
      id: 'updateIdea',
      route: 'PATCH /ideas/:id',
      summary: 'Change the supplied fields of an idea',
      access: 'ideas:write',
      params,
      conditions: ['If-Match'],
      body: UpdateIdea,
      success: {
        status: 200,
        body: IdeaDetail,
        description: 'The changed idea',
        headers: { ETag: IDEA_ETAG },
      },
      problems: ['relation_cycle', 'relations_too_many', 'tags_too_many'],
      handle: async ({ actor, params: { id }, body, headers: { ifMatch } }) => {
        const idea = await ideas.update(actor, id, body, precondition(ifMatch, hasEtag))
        return new Answer({ body: idea, headers: { ETag: etagOf(idea) } })
      },
    }),
    endpoint({
      id: 'deleteIdea',
      route: 'DELETE /ideas/:id',
      summary: 'Delete an idea for good',
      access: 'ideas:write',
      params,
      conditions: ['If-Match'],
      success: { status: 200, body: z.object({ success: z.literal(true) }), description: 'It is deleted' },
      handle: async ({ actor, params: { id }, headers: { ifMatch } }) => {
        await ideas.remove(actor, id, precondition(ifMatch, hasEtag))
        return { success: true as const }
      },
    }),
  ]
}

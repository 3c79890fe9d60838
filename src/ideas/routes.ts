import { z } from 'zod'
import { Answer, endpoint, type Endpoint } from '../http/endpoint.ts'
import { pageHeaders } from '../http/pages.ts'
import { idParam } from '../http/params.ts'
import type { Ideas } from './ideas.ts'
import { CreateIdea, CreateIdeaQuery, Idea, IdeaDetail, ListIdeas, UpdateIdea } from './schema.ts'

const section = 'Ideas'
const params = { id: idParam('idea_not_found') }

/** The endpoints of ideas. */
export function ideaRoutes(ideas: Ideas): Endpoint[] {
  return [
    endpoint({
      id: 'listIdeas',
      method: 'GET',
      path: '/ideas',
      summary: 'List ideas, newest first',
      section,
      access: 'ideas:read',
      query: ListIdeas,
      success: {
        status: 200,
        body: z.array(Idea),
        description: 'A page of ideas',
        headers: {
          'X-Total-Count': 'How many ideas there are in all',
          Link: 'The first, prev, next and last pages (RFC 8288)',
        },
      },
      handle: async ({ actor, query, headers }) => {
        const { ideas: page, total } = await ideas.list(actor, query)
        return new Answer({ body: page, headers: pageHeaders(headers.url, { ...query, total }) })
      },
    }),
    endpoint({
      id: 'createIdea',
      method: 'POST',
      path: '/ideas',
      summary: 'Capture an idea',
      section,
      access: 'ideas:write',
      query: CreateIdeaQuery,
      body: CreateIdea,
      success: {
        status: 201,
        body: IdeaDetail,
        description: 'The new idea',
        headers: { Location: 'Where the idea is' },
      },
      problems: ['idea_not_found', 'idea_cap_reached', 'idea_exists'],
      handle: async ({ actor, body, query }) => {
        const idea = await ideas.create(actor, body, query)
        return new Answer({ body: idea, headers: { Location: `/api/v1/ideas/${idea.id}` } })
      },
    }),
    endpoint({
      id: 'getIdea',
      method: 'GET',
      path: '/ideas/:id',
      summary: 'Get an idea with its tags, links and relations',
      section,
      access: 'ideas:read',
      params,
      success: { status: 200, body: IdeaDetail, description: 'The idea' },
      handle: async ({ actor, params: { id } }) => ideas.get(actor, id),
    }),
    endpoint({
      id: 'updateIdea',
      method: 'PATCH',
      path: '/ideas/:id',
      summary: 'Change the supplied fields of an idea',
      section,
      access: 'ideas:write',
      params,
      body: UpdateIdea,
      success: { status: 200, body: IdeaDetail, description: 'The changed idea' },
      problems: ['relation_cycle'],
      handle: async ({ actor, params: { id }, body }) => ideas.update(actor, id, body),
    }),
    endpoint({
      id: 'deleteIdea',
      method: 'DELETE',
      path: '/ideas/:id',
      summary: 'Delete an idea for good',
      section,
      access: 'ideas:write',
      params,
      success: { status: 200, body: z.object({ success: z.literal(true) }), description: 'It is deleted' },
      handle: async ({ actor, params: { id } }) => {
        await ideas.remove(actor, id)
        return { success: true as const }
      },
    }),
  ]
}

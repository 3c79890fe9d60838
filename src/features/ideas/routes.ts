import { z } from 'zod'
import { Answer, endpoint, type Endpoint } from '../http/endpoint.ts'
import { matchesEtag, matchesStrongly } from '../http/etag.ts'
import { pageHeaders } from '../http/pages.ts'
import { idParam } from '../http/params.ts'
import type { Expectation, Ideas } from './ideas.ts'
import { versionsOf } from './present.ts'
import { CreateIdea, CreateIdeaQuery, Idea, IdeaDetail, ListIdeas, UpdateIdea } from './schema.ts'

const section = 'Ideas'
const params = { id: idParam('idea_not_found') }
/** What the header says. */
export const ETag = 'The state of the idea, for If-Match and If-None-Match'

/**
 * A strong ETag. That work on the idea is still under way and what tags and `duplicate` relations it was given automatically
 * show in it, since the answer shows them too, but do not count for `If-Match`: nobody has changed the idea when that ends, or
 * when they come, or when such a relation goes.
 */
export function tagged(idea: IdeaDetail): { ETag: string } {
  const [settled, processing] = etagsOf(versionsOf(idea).shown)
  return { ETag: idea.processing ? processing : settled }
}

/** What the detection of duplicates adds to a version; it takes it back by itself, too. */
const FOUND = /\.[\w-]{11}(?=(-processing)?")/g

function etagsOf(version: string): [settled: string, processing: string] {
  return [`"${version}"`, `"${version}-processing"`]
}

/** What an `If-Match` demands of an idea; nothing when there is none. */
export function expectation(ifMatch: string | undefined): Expectation | undefined {
  if (ifMatch === undefined) return undefined
  const known = ifMatch.replaceAll(FOUND, '')
  return (current) => {
    const { tagged: whole, chosen } = versionsOf(current)
    return matchesStrongly(known, [...etagsOf(whole), ...etagsOf(chosen)])
  }
}

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
        headers: { ETag, Location: 'Where the idea is' },
      },
      problems: ['idea_not_found', 'idea_cap_reached', 'idea_exists'],
      handle: async ({ actor, body, query }) => {
        const idea = await ideas.create(actor, body, query)
        return new Answer({ body: idea, headers: { ...tagged(idea), Location: `/api/v1/ideas/${idea.id}` } })
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
      conditions: ['If-None-Match'],
      success: { status: 200, body: IdeaDetail, description: 'The idea', headers: { ETag } },
      others: { 304: { description: 'It is still as If-None-Match says' } },
      handle: async ({ actor, params: { id }, headers: { ifNoneMatch } }) => {
        const idea = await ideas.get(actor, id)
        const headers = tagged(idea)
        if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, headers.ETag)) {
          return new Answer({ status: 304, headers })
        }
        return new Answer({ body: idea, headers })
      },
    }),
    endpoint({
      id: 'updateIdea',
      method: 'PATCH',
      path: '/ideas/:id',
      summary: 'Change the supplied fields of an idea',
      section,
      access: 'ideas:write',
      params,
      conditions: ['If-Match'],
      body: UpdateIdea,
      success: { status: 200, body: IdeaDetail, description: 'The changed idea', headers: { ETag } },
      problems: ['relation_cycle'],
      handle: async ({ actor, params: { id }, body, headers: { ifMatch } }) => {
        const idea = await ideas.update(actor, id, body, expectation(ifMatch))
        return new Answer({ body: idea, headers: tagged(idea) })
      },
    }),
    endpoint({
      id: 'deleteIdea',
      method: 'DELETE',
      path: '/ideas/:id',
      summary: 'Delete an idea for good',
      section,
      access: 'ideas:write',
      params,
      conditions: ['If-Match'],
      success: { status: 200, body: z.object({ success: z.literal(true) }), description: 'It is deleted' },
      handle: async ({ actor, params: { id }, headers: { ifMatch } }) => {
        await ideas.remove(actor, id, expectation(ifMatch))
        return { success: true as const }
      },
    }),
  ]
}

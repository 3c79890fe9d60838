import { z } from 'zod'
import { endpointIn } from '../../platform/http/endpoint.ts'
import { idParam } from '../../platform/http/params.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import { CreateRelation, ForceQuery, Relation } from '../relations/schema.ts'
import type { Links } from './links.ts'
import { CreateLink, Link } from './schema.ts'

const endpoint = endpointIn('Links')
const id = idParam('idea_not_found')

const RelationFromHere = CreateRelation.omit({ source_idea_id: true })
/** A relation if the body has `target_idea_id` (a documented legacy form), otherwise a link. */
const LinkOrRelation = z
  .custom<z.input<typeof CreateLink> | z.input<typeof RelationFromHere>>()
  .transform((value, context) => {
    const isRelation = typeof value === 'object' && value !== null && 'target_idea_id' in value
    const parsed = isRelation
      ? RelationFromHere.transform((relation) => ({ relation })).safeParse(value, { reportInput: true })
      : CreateLink.transform((link) => ({ link })).safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    context.issues.push(...parsed.error.issues.map((issue) => issue as z.core.$ZodRawIssue))
    return z.NEVER
  })
  .meta({
    anyOf: [
      z.toJSONSchema(CreateLink, { io: 'input', reused: 'inline' }),
      z.toJSONSchema(RelationFromHere, { io: 'input', reused: 'inline' }),
    ],
  })

/** The endpoints of links. */
export function linkRoutes(links: Links, relations: Pick<RelationsFeature['relations'], 'create'>) {
  return [
    endpoint({
      id: 'listLinks',
      route: 'GET /ideas/:id/links',
      summary: 'List the links of an idea',
      access: 'ideas:read',
      params: { id },
      success: { status: 200, body: z.array(Link), description: 'Its links, oldest first' },
      handle: async ({ actor, params }) => links.listOfIdea(actor, params.id),
    }),
    endpoint({
      id: 'createLink',
      route: 'POST /ideas/:id/links',
      summary: 'Add a link to an idea (with target_idea_id: relate it to another)',
      access: 'ideas:write',
      params: { id },
      query: ForceQuery,
      body: LinkOrRelation,
      success: { status: 201, body: z.union([Link, Relation]), description: 'The new link, or relation' },
      problems: ['links_too_many', 'relation_exists', 'relation_cycle', 'relations_too_many'],
      handle: async ({ actor, params, query, body }) =>
        'link' in body
          ? links.create(actor, params.id, body.link)
          : relations.create(actor, { ...body.relation, source_idea_id: params.id }, query),
    }),
    endpoint({
      id: 'deleteLink',
      route: 'DELETE /ideas/:id/links/:linkId',
      summary: 'Remove a link from an idea',
      access: 'ideas:write',
      params: { id, linkId: idParam('link_not_found') },
      success: { status: 204, description: 'It is removed' },
      handle: async ({ actor, params }) => links.remove(actor, params.id, params.linkId),
    }),
  ]
}

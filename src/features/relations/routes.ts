import { endpointIn } from '../../platform/http/endpoint.ts'
import { idParam } from '../../platform/http/params.ts'
import type { Relations } from './relations.ts'
import { CreateRelation, ForceQuery, Relation, RelationsOfIdea, UpdateRelation } from './schema.ts'

const endpoint = endpointIn('Relations')
const params = { id: idParam('relation_not_found') }

/** The endpoints of relations. */
export function relationRoutes(relations: Relations) {
  return [
    endpoint({
      id: 'listRelations',
      route: 'GET /ideas/:id/relations',
      summary: 'List the relations of an idea',
      access: 'ideas:read',
      params: { id: idParam('idea_not_found') },
      success: { status: 200, body: RelationsOfIdea, description: 'Both sides' },
      handle: async ({ actor, params: { id } }) => relations.listOfIdea(actor, id),
    }),
    endpoint({
      id: 'createRelation',
      route: 'POST /map/relations',
      summary: 'Relate one idea to another',
      access: 'ideas:write',
      query: ForceQuery,
      body: CreateRelation,
      success: { status: 201, body: Relation, description: 'The new relation' },
      problems: ['idea_not_found', 'relation_exists', 'relation_cycle', 'relations_too_many'],
      handle: async ({ actor, body, query }) => relations.create(actor, body, query),
    }),
    endpoint({
      id: 'updateRelation',
      route: 'PATCH /map/relations/:id',
      summary: 'Change the type or the note of a relation',
      access: 'ideas:write',
      params,
      query: ForceQuery,
      body: UpdateRelation,
      success: { status: 200, body: Relation, description: 'The changed relation' },
      problems: ['relation_exists', 'relation_cycle'],
      handle: async ({ actor, params: { id }, body, query }) => relations.update(actor, id, body, query),
    }),
    endpoint({
      id: 'deleteRelation',
      route: 'DELETE /map/relations/:id',
      summary: 'Delete a relation',
      access: 'ideas:write',
      // Assistants repeat their calls.
      retrySafe: true,
      params,
      success: { status: 204, description: 'It is deleted' },
      handle: async ({ actor, params: { id } }) => relations.remove(actor, id),
    }),
  ]
}

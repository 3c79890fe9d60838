import { z } from 'zod'
import { endpointIn, type PathParam } from '../../platform/http/endpoint.ts'
import { idParam } from '../../platform/http/params.ts'
import type { BulkTagging } from './bulk.ts'
import { BulkTagged, BulkTags, CreateTag, MergeTags, Tag, UpdateTag } from './schema.ts'
import type { Tags } from './tags.ts'

const endpoint = endpointIn('Tags')
const id = idParam('tag_not_found')

/** Digits only are an id, anything else a name. */
const idOrName: PathParam<number | string> = {
  schema: z.union([id.schema, z.string().regex(/\D/)]),
  unknown: 'tag_not_found',
  example: '1',
}

/** The endpoints of tags. */
export function tagRoutes(tags: Tags, bulk: BulkTagging) {
  return [
    endpoint({
      id: 'listTags',
      route: 'GET /tags',
      summary: 'List all tags by name',
      access: 'ideas:read',
      success: { status: 200, body: z.array(Tag), description: 'All tags' },
      handle: async ({ actor }) => tags.list(actor),
    }),
    endpoint({
      id: 'createTag',
      route: 'POST /tags',
      summary: 'Create a tag',
      access: 'ideas:write',
      body: CreateTag,
      success: { status: 201, body: Tag, description: 'The new tag' },
      problems: ['tag_exists', 'tags_too_many'],
      handle: async ({ actor, body }) => tags.create(actor, body),
    }),
    endpoint({
      id: 'bulkTag',
      route: 'POST /tags/bulk',
      summary: 'Add a tag to many ideas, or take it from them: all or nothing',
      access: 'ideas:write',
      body: BulkTags,
      success: { status: 200, body: BulkTagged, description: 'All ideas have it, or have it no more' },
      problems: ['idea_not_found', 'tag_not_found', 'tags_too_many'],
      handle: async ({ actor, body }) => bulk.apply(actor, body),
    }),
    endpoint({
      id: 'updateTag',
      route: 'PATCH /tags/:id',
      summary: 'Rename or recolour a tag, addressed by id or name',
      access: 'ideas:write',
      params: { id: idOrName },
      body: UpdateTag,
      success: { status: 200, body: Tag, description: 'The changed tag' },
      problems: ['tag_exists'],
      handle: async ({ actor, params, body }) => tags.update(actor, params.id, body),
    }),
    endpoint({
      id: 'mergeTags',
      route: 'POST /tags/:id/merge',
      summary: 'Merge a tag into another one, which remains',
      access: 'ideas:write',
      params: { id },
      body: MergeTags,
      success: { status: 200, body: Tag, description: 'The tag that remains' },
      handle: async ({ actor, params, body }) => tags.merge(actor, params.id, body.into_id),
    }),
    endpoint({
      id: 'deleteTag',
      route: 'DELETE /tags/:id',
      summary: 'Delete a tag and take it from all ideas',
      access: 'ideas:write',
      params: { id },
      success: { status: 204, description: 'It is deleted' },
      handle: async ({ actor, params }) => tags.remove(actor, params.id),
    }),
  ]
}

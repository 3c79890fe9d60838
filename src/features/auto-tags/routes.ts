import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import { idParam } from '../../platform/http/params.ts'
import { etagOf, IDEA_ETAG } from '../ideas/present.ts'
import { IdeaDetail } from '../ideas/schema.ts'
import { TagName } from '../tags/schema.ts'
import type { TagReview } from './review.ts'

const endpoint = endpointIn('Ideas')
const params = {
  id: idParam('idea_not_found'),
  name: { schema: TagName, example: 'furniture' },
} as const

const success = (description: string) =>
  ({ status: 200, body: IdeaDetail, description, headers: { ETag: IDEA_ETAG } }) as const
const answer = (idea: IdeaDetail) => new Answer({ body: idea, headers: { ETag: etagOf(idea) } })

/** The endpoints of automatic tags. */
export function autoTagRoutes({ accept, refuse }: TagReview) {
  return [
    endpoint({
      id: 'acceptAutomaticTag',
      route: 'POST /ideas/:id/automatic-tags/:name/accept',
      summary: 'Make an automatic tag of an idea a chosen one',
      access: 'ideas:write',
      params,
      problems: ['tag_not_found'],
      success: success('The idea; a tag that was chosen already stays as it is'),
      handle: async ({ actor, params: { id, name } }) => answer(await accept(actor, id, name)),
    }),
    endpoint({
      id: 'refuseAutomaticTag',
      route: 'POST /ideas/:id/automatic-tags/:name/refuse',
      summary: 'Take an automatic tag from an idea, which is not given it again',
      access: 'ideas:write',
      params,
      problems: ['tag_not_found'],
      success: success('The idea without it'),
      handle: async ({ actor, params: { id, name } }) => answer(await refuse(actor, id, name)),
    }),
  ]
}

import { expect } from 'chai'
import * as fc from 'fast-check'
import { distance } from '../../support/paths.ts'
import { arrows, command, expectError, expectNoIdea, expectReply } from './command.ts'
import type { GraphModel } from './graph-model.ts'
import { which } from './words.ts'

/** Whether relations that move would close a cycle: there is a way from one of the two to the other, or round the absorbed one. */
function closesCycle(model: GraphModel, survivor: number, absorbed: number, force: boolean): boolean {
  const two = [survivor, absorbed]
  return ['blocks', 'parent', ...(force ? [] : ['supersedes'])].some((type) => {
    const ways = arrows(model, type).filter(([from, to]) => !(two.includes(from) && two.includes(to)))
    return [two, two.toReversed(), [absorbed, absorbed]].some(
      ([from = 0, to = 0]) => distance(ways, from, to) !== undefined,
    )
  })
}

export const mergeIdeas = command(
  'merge ideas',
  fc.record({ survivor: which, absorbed: which, force: fc.boolean(), preview: fc.boolean() }),
  async (model, api, { force, preview, ...two }) => {
    const [survivorId, absorbedId] = [model.pick('ideas', two.survivor), model.pick('ideas', two.absorbed)]
    const path = `/ideas/${survivorId}/merge?force=${force}&preview=${preview}`
    const reply = await api.post(path, { absorb_id: absorbedId })
    if (survivorId === absorbedId) return expectReply(reply, 400)
    const unknown = [survivorId, absorbedId].find((id) => !model.ideas.has(id) && !model.archived.has(id))
    if (unknown !== undefined) return expectNoIdea(model, reply, unknown)
    const archived = [survivorId, absorbedId].find((id) => model.archived.has(id))
    if (archived !== undefined) {
      const facts = { idea_id: archived, ...model.whereabouts(archived) }
      return expectError(reply, 409, 'An archived idea cannot be merged', facts)
    }
    const [survivor, absorbed] = [model.ideas.get(survivorId), model.ideas.get(absorbedId)]
    if (survivor === undefined || absorbed === undefined) throw new Error('the model has lost an idea')
    if (closesCycle(model, survivorId, absorbedId, force)) {
      expectReply(reply, 409)
      expect(reply.body.error).to.equal('Relation would create a cycle')
      return
    }
    expectReply(reply, 200)
    if (preview) {
      expect(reply.body.merged).to.include({ id: survivorId, title: survivor.title.text.trim() })
      return
    }
    expect(reply.body.updated_at > survivor.updated_at, 'updated_at rises').to.equal(true)
    model.merge(survivor, absorbed, reply.body.updated_at)
    model.etag = undefined
    expect(reply.body).to.deep.equal(model.detail(survivor))
  },
)

import { expect } from 'chai'
import * as fc from 'fast-check'
import {
  command,
  expectCycle,
  expectError,
  expectNoIdea,
  expectReply,
  mustBeAcyclic,
  wayBack,
  type NewEdge,
} from './command.ts'
import type { GraphModel, Relation } from './graph-model.ts'
import type { Reply } from '../../support/client.ts'
import { compact, maybe, relationTypes, which } from './words.ts'

const notes = fc.constantFrom(null, 'because')

/** True when the answer was the refusal that the model demands. */
function refused(model: GraphModel, reply: Reply, edge: NewEdge): boolean {
  const { source, target, type } = edge
  if (!model.ideas.has(source) || !model.ideas.has(target)) {
    expectNoIdea(model, reply, model.ideas.has(source) ? target : source)
    return true
  }
  const equal = model.equalRelation(source, target, type)
  if (equal !== undefined) {
    expectError(reply, 409, 'This relation exists already', { relation_id: equal.id })
    return true
  }
  const steps = mustBeAcyclic(edge) ? wayBack(model, edge) : undefined
  if (steps !== undefined) expectCycle(model, reply, edge, steps)
  return steps !== undefined
}

export const createRelation = command(
  'create relation',
  fc.record({
    source: which,
    target: which,
    type: maybe(relationTypes),
    note: maybe(notes),
    force: fc.boolean(),
  }),
  async (model, api, input) => {
    const { type = 'related', note = null, force } = input
    const [source, target] = [model.pick('ideas', input.source), model.pick('ideas', input.target)]
    const sent = {
      source_idea_id: source,
      target_idea_id: target,
      relation_type: input.type,
      note: input.note,
    }
    const reply = await api.post(`/map/relations?force=${force}`, compact(sent))
    const edge = { source, target, type, force }
    if (source === target && !mustBeAcyclic(edge)) {
      expectReply(reply, 400)
      expect(reply.body.code).to.equal('validation_error')
      return
    }
    if (refused(model, reply, edge)) return
    const { id, created_at } = reply.body as Relation
    const wanted = {
      id,
      source_idea_id: source,
      target_idea_id: target,
      relation_type: type,
      note,
      created_at,
      score: null,
    }
    expectReply(reply, 201, wanted)
    expect(model.ever.relations).not.to.include(id)
    model.relations.set(id, wanted)
    model.ever.relations.push(id)
    model.etag = undefined
  },
)

export const updateRelation = command(
  'update relation',
  fc.record({ which, type: maybe(relationTypes), note: maybe(notes), force: fc.boolean() }),
  async (model, api, { which, type, note, force }) => {
    const id = model.pick('relations', which)
    const reply = await api.patch(
      `/map/relations/${id}?force=${force}`,
      compact({ relation_type: type, note }),
    )
    const before = model.relations.get(id)
    if (before === undefined) return expectError(reply, 404, 'Relation not found')
    const { source_idea_id: source, target_idea_id: target } = before
    if (type !== undefined && type !== before.relation_type) {
      if (refused(model, reply, { source, target, type, force })) return
    }
    const after = {
      ...before,
      relation_type: type ?? before.relation_type,
      note: note === undefined ? before.note : note,
    }
    expectReply(reply, 200, after)
    model.relations.set(id, after)
    if (type !== undefined || note !== undefined) model.etag = undefined
  },
)

export const deleteRelation = command('delete relation', which, async (model, api, which) => {
  const id = model.pick('relations', which)
  const reply = await api.delete(`/map/relations/${id}`)
  if (!model.relations.delete(id)) return expectError(reply, 404, 'Relation not found')
  model.etag = undefined
  expectReply(reply, 204)
})

export const getRelations = command('get relations', which, async (model, api, which) => {
  const id = model.pick('ideas', which)
  const reply = await api.get(`/ideas/${id}/relations`)
  if (!model.ideas.has(id)) return expectNoIdea(model, reply, id)
  const edges = model.relationsOf(id)
  expectReply(reply, 200, {
    outgoing: edges.filter((edge) => edge.source_idea_id === id),
    incoming: edges.filter((edge) => edge.target_idea_id === id),
  })
})

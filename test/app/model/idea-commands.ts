import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Reply } from '../../support/client.ts'
import { command, expectCycle, expectError, expectNoIdea, expectReply, wayBack } from './command.ts'
import type { GraphModel, Idea, Relation } from './graph-model.ts'
import { bodies, compact, maybe, statuses, tagNames, titles, which, type Word } from './words.ts'

const tagLists = fc.array(tagNames, { maxLength: 4 })
const sourceUrls = fc.constantFrom(null, 'https://example.org/a')

function textsOf(words: readonly Word[] | undefined): string[] | undefined {
  return words?.map(({ text }) => text)
}

/** Tags as an idea gets them: spellings folded; new names become tags, whose ids only the service knows. */
function assignTags(model: GraphModel, idea: Idea, words: readonly Word[]): void {
  idea.tags = [...new Set(words.map(({ key }) => key))]
  for (const key of idea.tags) {
    const first = words.find((word) => word.key === key)
    if (!model.tags.has(key)) model.tags.set(key, { id: 0, name: first?.text.trim() ?? '', color: null })
  }
}

/** Takes the ids that the service gave to new tags. */
async function learnTagIds(model: GraphModel, read: () => Promise<Reply>): Promise<void> {
  const unknown = [...model.tags.values()].filter((tag) => tag.id === 0)
  if (unknown.length === 0) return
  const shown = (await read()).body as { id: number; name: string }[]
  for (const tag of unknown) {
    const id = shown.find(({ name }) => name === tag.name)?.id ?? 0
    expect(id, `the tag ${tag.name}`).to.be.greaterThan(0)
    expect(model.ever.tags).not.to.include(id)
    tag.id = id
    model.ever.tags.push(id)
  }
}

/** Takes the relation that a new parent_id made, which only the answer tells. */
function learnParent(
  model: GraphModel,
  body: { relations: Relation[] },
  parent: number,
  child: number,
): void {
  const added = body.relations.filter(({ id }) => !model.relations.has(id))
  expect(added).to.have.length(1)
  const [edge] = added as [Relation]
  expect(edge).to.include({
    source_idea_id: parent,
    target_idea_id: child,
    relation_type: 'parent',
    note: null,
  })
  expect(model.ever.relations).not.to.include(edge.id)
  model.relations.set(edge.id, edge)
  model.ever.relations.push(edge.id)
}

export const createIdea = command(
  'create idea',
  fc.record({
    title: titles,
    body: maybe(bodies),
    status: maybe(statuses),
    tags: maybe(tagLists),
    parent: fc.option(which, { freq: 2 }),
    force: fc.boolean(),
  }),
  async (
    model,
    api,
    { title, body = { text: '', key: '' }, status = 'captured', tags = [], parent, force },
  ) => {
    const parentId = parent === null ? undefined : model.pick('ideas', parent)
    const sent = { title: title.text, body: body.text, status, tags: tags.map(({ text }) => text) }
    const reply = await api.post(
      `/ideas${force ? '?force=true' : ''}`,
      compact({ ...sent, parent_id: parentId }),
    )
    if (parentId !== undefined && !model.ideas.has(parentId)) return expectNoIdea(model, reply, parentId)
    const equal = force ? undefined : model.equalTo(title, body)
    if (equal !== undefined) {
      return expectError(reply, 409, 'An equal idea exists already', { duplicate_of_id: equal })
    }
    expectReply(reply, 201)
    const { id, created_at } = reply.body as Idea
    expect(model.ever.ideas).not.to.include(id)
    expect(created_at > model.lastCreated, 'created_at rises').to.equal(true)
    model.lastCreated = created_at
    model.etag = undefined
    const idea: Idea = {
      id,
      title,
      body,
      status,
      source_url: null,
      tags: [],
      links: [],
      created_at,
      updated_at: created_at,
    }
    model.ideas.set(id, idea)
    model.ever.ideas.push(id)
    assignTags(model, idea, tags)
    if (parentId !== undefined) learnParent(model, reply.body, parentId, id)
    expect(reply.body).to.deep.equal(model.detail(idea))
    await learnTagIds(model, () => api.get('/tags'))
  },
)

export const updateIdea = command(
  'update idea',
  fc.record({
    which,
    title: maybe(titles),
    body: maybe(bodies),
    status: maybe(statuses),
    source_url: maybe(sourceUrls),
    tags: maybe(tagLists),
    add_tags: maybe(tagLists),
    parent: fc.option(fc.option(which), { nil: undefined, freq: 2 }),
  }),
  async (model, api, { which, title, body, status, source_url, tags, add_tags, parent }) => {
    const id = model.pick('ideas', which)
    const parentId = typeof parent === 'number' ? model.pick('ideas', parent) : parent
    const sent = compact({
      title: title?.text,
      body: body?.text,
      status,
      source_url,
      parent_id: parentId,
      tags: textsOf(tags),
      add_tags: textsOf(add_tags),
    })
    const reply = await api.patch(`/ideas/${id}`, sent)
    const idea = model.ideas.get(id)
    if (idea === undefined) return expectNoIdea(model, reply, id)
    const kept = model.parentsOf(id).find((edge) => edge.source_idea_id === parentId)
    if (typeof parentId === 'number' && kept === undefined) {
      if (!model.ideas.has(parentId)) return expectNoIdea(model, reply, parentId)
      const edge = { source: parentId, target: id, type: 'parent', force: false }
      const steps = wayBack(model, edge)
      if (steps !== undefined) return expectCycle(model, reply, edge, steps)
    }
    expectReply(reply, 200)
    if (Object.keys(sent).length === 0) return expectReply(reply, 200, model.detail(idea))
    expect(reply.body.updated_at > idea.updated_at, 'updated_at rises').to.equal(true)
    model.etag = undefined
    Object.assign(idea, compact({ title, body, status, source_url }), { updated_at: reply.body.updated_at })
    if (tags !== undefined || add_tags !== undefined) {
      const current = idea.tags.map((key) => ({ key, text: model.tags.get(key)?.name ?? '' }))
      assignTags(model, idea, [...(tags ?? current), ...(add_tags ?? [])])
    }
    if (parentId !== undefined) {
      for (const edge of model.parentsOf(id)) if (edge !== kept) model.relations.delete(edge.id)
      if (parentId !== null && kept === undefined) learnParent(model, reply.body, parentId, id)
    }
    expect(reply.body).to.deep.equal(model.detail(idea))
    await learnTagIds(model, () => api.get('/tags'))
  },
)

export const deleteIdea = command('delete idea', which, async (model, api, which) => {
  const id = model.pick('ideas', which)
  const reply = await api.delete(`/ideas/${id}`)
  if (!model.ideas.has(id) && !model.archived.has(id)) return expectNoIdea(model, reply, id)
  model.removeIdea(id)
  model.etag = undefined
  expectReply(reply, 200, { success: true })
})

export const getIdea = command('get idea', which, async (model, api, which) => {
  const id = model.pick('ideas', which)
  const reply = await api.get(`/ideas/${id}`)
  const idea = model.ideas.get(id)
  if (idea === undefined) return expectNoIdea(model, reply, id)
  expectReply(reply, 200, model.detail(idea))
})

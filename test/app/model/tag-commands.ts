import { expect } from 'chai'
import * as fc from 'fast-check'
import { command, expectError, expectReply } from './command.ts'
import { compact, maybe, tagNames, which } from './words.ts'

const colors = fc.constantFrom(null, '#123abc')

export const createTag = command(
  'create tag',
  fc.record({ name: tagNames, color: maybe(colors) }),
  async (model, api, { name, color }) => {
    const reply = await api.post('/tags', compact({ name: name.text, color }))
    if (model.tags.has(name.key)) return expectError(reply, 409, 'A tag with this name exists already')
    const { id } = reply.body as { id: number }
    const tag = { id, name: name.text.trim(), color: color ?? null }
    expectReply(reply, 201, { ...tag, idea_count: 0, count: 0 })
    expect(model.ever.tags).not.to.include(id)
    model.tags.set(name.key, tag)
    model.ever.tags.push(id)
    model.etag = undefined
  },
)

export const updateTag = command(
  'update tag',
  fc.record({ which: fc.oneof(which, tagNames), name: maybe(tagNames), color: maybe(colors) }),
  async (model, api, { which, name, color }) => {
    const ref = typeof which === 'number' ? model.pick('tags', which) : which.text
    const reply = await api.patch(`/tags/${encodeURIComponent(ref)}`, compact({ name: name?.text, color }))
    const key = typeof which === 'number' ? model.tagById(Number(ref))?.[0] : which.key
    const tag = model.tags.get(key ?? '')
    if (key === undefined || tag === undefined) return expectError(reply, 404, 'Tag not found')
    if (name !== undefined && name.key !== key && model.tags.has(name.key)) {
      return expectError(reply, 409, 'A tag with this name exists already')
    }
    Object.assign(tag, compact({ name: name?.text.trim(), color }))
    if (name !== undefined && name.key !== key) {
      model.tags.delete(key)
      model.tags.set(name.key, tag)
      for (const idea of model.ideas.values())
        idea.tags = idea.tags.map((own) => (own === key ? name.key : own))
    }
    if (name !== undefined || color !== undefined) model.etag = undefined
    expectReply(
      reply,
      200,
      model.shownTags().find(({ id }) => id === tag.id),
    )
  },
)

export const deleteTag = command('delete tag', which, async (model, api, which) => {
  const id = model.pick('tags', which)
  const reply = await api.delete(`/tags/${id}`)
  const found = model.tagById(id)
  if (found === undefined) return expectError(reply, 404, 'Tag not found')
  model.tags.delete(found[0])
  for (const idea of model.ideas.values()) idea.tags = idea.tags.filter((key) => key !== found[0])
  model.etag = undefined
  expectReply(reply, 204)
})

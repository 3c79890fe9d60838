import { expect } from 'chai'
import * as fc from 'fast-check'
import { command, expectError, expectNoIdea, expectReply } from './command.ts'
import type { Link } from './graph-model.ts'
import { compact, maybe, which } from './words.ts'

export const createLink = command(
  'create link',
  fc.record({
    which,
    url: fc.constantFrom('https://example.org/', 'mailto:a@example.org'),
    title: maybe(fc.constantFrom(null, 'A link')),
    type: maybe(fc.constantFrom('attachment', 'code-host-repo')),
  }),
  async (model, api, { which, url, title, type }) => {
    const ideaId = model.pick('ideas', which)
    const reply = await api.post(`/ideas/${ideaId}/links`, compact({ url, title, link_type: type }))
    const idea = model.ideas.get(ideaId)
    if (idea === undefined) return expectNoIdea(model, reply, ideaId)
    const { id, created_at } = reply.body as Link
    const link = { id, url, title: title ?? null, link_type: type ?? 'url', created_at }
    expectReply(reply, 201, link)
    expect(model.ever.links).not.to.include(id)
    idea.links.push(link)
    model.ever.links.push(id)
    model.etag = undefined
  },
)

export const deleteLink = command(
  'delete link',
  fc.record({ which, link: which, owner: fc.boolean() }),
  async (model, api, { which, link, owner }) => {
    const id = model.pick('links', link)
    const holder = [...model.ideas.values()].find((idea) => idea.links.some((own) => own.id === id))
    const ideaId = owner && holder !== undefined ? holder.id : model.pick('ideas', which)
    const reply = await api.delete(`/ideas/${ideaId}/links/${id}`)
    if (!model.ideas.has(ideaId)) return expectNoIdea(model, reply, ideaId)
    if (holder?.id !== ideaId) return expectError(reply, 404, 'Link not found')
    holder.links = holder.links.filter((own) => own.id !== id)
    model.etag = undefined
    expectReply(reply, 204)
  },
)

export const getLinks = command('get links', which, async (model, api, which) => {
  const id = model.pick('ideas', which)
  const reply = await api.get(`/ideas/${id}/links`)
  const idea = model.ideas.get(id)
  if (idea === undefined) return expectNoIdea(model, reply, id)
  expectReply(reply, 200, idea.links)
})

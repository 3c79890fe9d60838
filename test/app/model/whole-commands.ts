import { expect } from 'chai'
import * as fc from 'fast-check'
import { command, expectReply } from './command.ts'
import type { GraphModel, Idea } from './graph-model.ts'
import { maybe, statuses, tagNames, type Word } from './words.ts'

type Filters = Readonly<{
  status?: string | undefined
  tags?: readonly Word[] | undefined
  sort?: string | undefined
}>

function found(model: GraphModel, { status, tags = [], sort = '-created_at' }: Filters): Idea[] {
  const property = sort.replace('-', '')
  const turn = sort.startsWith('-') ? -1 : 1
  const value = (idea: Idea): string =>
    property === 'title' ? idea.title.key : property === 'updated_at' ? idea.updated_at : idea.created_at
  return [...model.ideas.values()]
    .filter((idea) => status === undefined || idea.status === status)
    .filter((idea) => tags.every(({ key }) => idea.tags.includes(key)))
    .sort((a, b) => turn * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id))
}

export const listIdeas = command(
  'list ideas',
  fc.record({
    status: maybe(statuses),
    tags: maybe(fc.array(tagNames, { maxLength: 3 })),
    sort: maybe(fc.constantFrom('created_at', '-created_at', 'updated_at', '-updated_at', 'title', '-title')),
    limit: maybe(fc.integer({ min: 1, max: 4 })),
    offset: maybe(fc.nat(4)),
  }),
  async (model, api, { status, tags, sort, limit, offset }) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ status, sort, limit, offset })) {
      if (value !== undefined) query.set(name, String(value))
    }
    for (const { text } of tags ?? []) query.append('tag', text)
    const reply = await api.get(`/ideas?${query}`)
    const all = found(model, { status, tags, sort })
    const page = all.slice(offset ?? 0, (offset ?? 0) + (limit ?? 20))
    expectReply(
      reply,
      200,
      page.map((idea) => model.listed(idea)),
    )
    expect(reply.headers.get('x-total-count')).to.equal(String(all.length))
  },
)

export const listTags = command('list tags', fc.constant(null), async (model, api) => {
  expectReply(await api.get('/tags'), 200, model.shownTags())
})

const byId = (items: unknown[]): unknown[] => (items as { id: number }[]).sort((a, b) => a.id - b.id)

export const getMap = command('get map', fc.constant(null), async (model, api) => {
  const reply = await api.get('/map')
  expectReply(reply, 200)
  const { nodes, edges } = model.shownMap()
  expect(byId(reply.body.nodes)).to.deep.equal(byId(nodes))
  expect(byId(reply.body.edges)).to.deep.equal(byId(edges))
  const etag = reply.headers.get('etag') ?? ''
  if (model.etag !== undefined) expect(etag).to.equal(model.etag)
  model.etag = etag
  expectReply(await api.get('/map', { headers: { 'If-None-Match': etag } }), 304)
})

export const getMapOfOldState = command('get map with an old ETag', fc.constant(null), async (model, api) => {
  const old = (await api.get('/map')).headers.get('etag') ?? ''
  const { status } = await api.post('/tags', { name: `new ${model.ever.tags.length}` })
  expect(status).to.equal(201)
  const reply = await api.get('/map', { headers: { 'If-None-Match': old } })
  expectReply(reply, 200)
  const tag = ((await api.get('/tags')).body as { id: number; name: string }[]).find(
    ({ name }) => name === `new ${model.ever.tags.length}`,
  )
  await api.delete(`/tags/${tag?.id}`)
  model.ever.tags.push(tag?.id ?? 0)
  model.etag = undefined
})

import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import {
  brokenFields,
  newIdea,
  newIdeaIds,
  newRelation,
  relate,
  UNKNOWN_ID,
} from '../../support/factories.ts'
import { newUser, sharedService, type TestUser } from '../../support/service.ts'
import { done, everything, merge, reasons, unmerge } from './merging.ts'

type Merge = { absorbed_id: number; merged_at: string | null }

const CYCLE = 'Relation would create a cycle'
const tagsOf = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`)

describe('A merge', () => {
  let user: TestUser
  let api: Client
  let [a, b] = [0, 0]
  beforeEach(async () => {
    user = await newUser()
    ;({ api } = user)
    ;[a = 0, b = 0] = await newIdeaIds(api, 2)
  })

  /** The refusal, after which, and after its preview, everything is as before. */
  const refused = async (call: (query: string) => Promise<Reply>): Promise<Reply> => {
    const [before, map] = [await everything(api), (await api.get('/map')).headers.get('etag')]
    const reply = await call('')
    const preview = await call('?preview=true')
    expect([preview.status, preview.body]).to.deep.equal([reply.status, reply.body])
    expect(await everything(api)).to.deep.equal(before)
    expect((await api.get('/map')).headers.get('etag')).to.equal(map)
    return reply
  }
  const conflict = async (error: string, facts: object, query = ''): Promise<void> => {
    const reply = await refused((more) =>
      merge(api, a, b, `${query}${query === '' ? more : more.replace('?', '&')}`),
    )
    expect([reply.status, reply.body]).to.deep.equal([409, { error, ...facts }])
  }

  it('of an idea into itself is 400', async () => {
    expect(brokenFields(await refused((query) => merge(api, a, a, query)))).to.deep.equal(['absorb_id'])
    expect(brokenFields(await refused((query) => unmerge(api, a, a, query)))).to.deep.equal(['absorbed_id'])
  })

  for (const absorb_id of [undefined, null, 'x', 0, -1, 1.5, '7']) {
    it(`with ${JSON.stringify(absorb_id)} as the other idea is 400`, async () => {
      const reply = await api.post(`/ideas/${a}/merge`, { absorb_id })
      expect(brokenFields(reply)).to.deep.equal(['absorb_id'])
    })
  }

  it('of an unknown idea, or of another user’s, is 404', async () => {
    const [foreign = 0] = await newIdeaIds((await newUser()).api, 1)
    for (const id of [UNKNOWN_ID, foreign]) {
      for (const [survivor, absorbed] of [
        [a, id],
        [id, a],
      ] as const) {
        const reply = await refused((query) => merge(api, survivor, absorbed, query))
        expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
      }
    }
  })

  it('with an archived idea is 409, which names the idea that it was merged into', async () => {
    const [c = 0, d = 0] = await newIdeaIds(api, 2)
    await done(merge(api, b, c))
    await done(merge(api, d, b))
    const error = 'An archived idea cannot be merged'
    for (const [survivor, absorbed, archived] of [
      [a, c, c],
      [c, a, c],
      [d, b, b],
      [b, c, b],
    ] as const) {
      const reply = await refused((query) => merge(api, survivor, absorbed, query))
      expect([reply.status, reply.body]).to.deep.equal([409, { error, idea_id: archived, merged_into: d }])
    }
  })

  it('may reach 50,000 characters, however many bytes, and not pass them', async () => {
    await api.patch(`/ideas/${b}`, { title: 'T', body: 'y' })
    const added = '\n\n---\n\n## T\n\ny'.length
    await api.patch(`/ideas/${a}`, { body: '🙂'.repeat(50_001 - added) })
    await conflict('The merged body would pass 50,000 characters', {})
    await api.patch(`/ideas/${a}`, { body: '🙂'.repeat(50_000 - added) })
    expect([...(await done(merge(api, a, b))).body]).to.have.length(50_000)
  })

  it('may reach 20 tags, and not pass them', async () => {
    await api.patch(`/ideas/${a}`, { tags: tagsOf(15, 'a') })
    await api.patch(`/ideas/${b}`, { tags: [...tagsOf(3, 'a'), ...tagsOf(6, 'b')] })
    await conflict('The merged idea would pass 20 tags', {})
    await api.patch(`/ideas/${b}`, { tags: [...tagsOf(3, 'a'), ...tagsOf(5, 'b')] })
    expect((await done(merge(api, a, b))).tags).to.deep.equal([...tagsOf(15, 'a'), ...tagsOf(5, 'b')])
  })

  for (const type of ['blocks', 'parent', 'supersedes']) {
    describe(`that would close a cycle of ${type}`, () => {
      it('is 409 with the path, whichever of the two survives', async () => {
        const [x = 0, y = 0] = await newIdeaIds(api, 2)
        await newRelation(api, a, type, x)
        await newRelation(api, x, type, y)
        await newRelation(api, y, type, b)
        await conflict(CYCLE, { cycle: [a, x, y, a] })
        ;[a, b] = [b, a]
        await conflict(CYCLE, { cycle: [a, x, y, a] })
      })

      it('is 409 also where a relation between the two would be dropped', async () => {
        const [x = 0] = await newIdeaIds(api, 1)
        await newRelation(api, a, type, b)
        await newRelation(api, a, type, x)
        await newRelation(api, x, type, b)
        await conflict(CYCLE, { cycle: [a, x, a] })
      })

      it('is none when the way is over the two only, or along several types', async () => {
        const [x = 0] = await newIdeaIds(api, 1)
        await newRelation(api, b, type, a)
        await newRelation(api, a, type, x)
        await newRelation(api, x, 'inspires', b)
        await newRelation(api, x, type === 'blocks' ? 'parent' : 'blocks', b)
        expect((await merge(api, a, b)).status).to.equal(200)
      })
    })
  }

  it('passes a cycle of supersedes with force, and of nothing else', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    await newRelation(api, a, 'supersedes', x)
    const second = await newRelation(api, x, 'supersedes', b)
    await conflict(CYCLE, { cycle: [a, x, a] })
    const blocks = await newRelation(api, b, 'blocks', y)
    const back = await newRelation(api, y, 'blocks', a)
    await conflict(CYCLE, { cycle: [a, y, a] }, '?force=true')
    await api.delete(`/map/relations/${blocks}`)
    const { relations } = await done(merge(api, a, b, '?force=true'))
    expect(relations.map(({ id }: { id: number }) => id)).to.include.members([second, back])
    expect((await api.get('/map')).body.edges).to.have.length(3)
  })

  it('asks for force, too, to move a forced cycle from the other idea, not for one of its own', async () => {
    const [x = 0] = await newIdeaIds(api, 1)
    await newRelation(api, b, 'supersedes', x)
    await relate(api, x, 'supersedes', b, '?force=true')
    await conflict(CYCLE, { cycle: [a, x, a] })
    expect((await merge(api, b, a)).status).to.equal(200)
  })

  it('forgets a forced cycle of only the two', async () => {
    await newRelation(api, b, 'supersedes', a)
    await relate(api, a, 'supersedes', b, '?force=true')
    expect((await done(merge(api, a, b))).relations).to.deep.equal([])
  })

  it('goes by If-Match as other changes do', async () => {
    const old = (await api.get(`/ideas/${a}`)).headers.get('etag') ?? ''
    await api.patch(`/ideas/${a}`, { status: 'shelved' })
    const etag = (await api.get(`/ideas/${a}`)).headers.get('etag') ?? ''
    const stale = await refused((query) => merge(api.with({ 'If-Match': old }), a, b, query))
    expect([stale.status, stale.body]).to.deep.equal([412, { error: 'The idea was changed meanwhile' }])
    const merged = await merge(api.with({ 'If-Match': etag }), a, b)
    expect(merged.status).to.equal(200)
    expect((await unmerge(api.with({ 'If-Match': etag }), a, b)).status).to.equal(412)
    const now = merged.headers.get('etag') ?? ''
    expect((await unmerge(api.with({ 'If-Match': now }), a, b)).status).to.equal(200)
  })

  it('needs the scope to write; what was merged may be read', async () => {
    const { anonymous } = await sharedService()
    const { body } = await user.session.post('/user/api-keys', { scopes: ['ideas:read'] })
    const reader = anonymous.with({ 'X-API-Key': body.key })
    for (const reply of [
      await merge(reader, a, b),
      await unmerge(reader, a, b),
      await merge(reader, a, b, '?preview=true'),
    ])
      expect(reply.status).to.equal(403)
    await done(merge(api, a, b))
    expect((await reader.get(`/ideas/${a}/merges`)).body).to.have.length(1)
  })
})

describe('An archived idea', () => {
  let api: Client
  let [a, b, c] = [0, 0, 0]
  beforeEach(async () => {
    ;({ api } = await newUser())
    ;[a = 0, b = 0, c = 0] = await newIdeaIds(api, 3)
    await done(merge(api, b, c))
    await done(merge(api, a, b))
  })

  it('answers 404 with the living idea at the end of its chain of merges, to whoever uses it', async () => {
    const calls: [string, string, unknown?][] = [
      ['GET', `/ideas/${c}`],
      ['PATCH', `/ideas/${c}`, {}],
      ['PATCH', `/ideas/${c}`, { title: 'New' }],
      ['GET', `/ideas/${c}/links`],
      ['POST', `/ideas/${c}/links`, { url: 'https://example.org' }],
      ['DELETE', `/ideas/${c}/links/1`],
      ['GET', `/ideas/${c}/relations`],
      ['GET', `/ideas/${c}/merges`],
      ['POST', `/ideas/${c}/unmerge`, { absorbed_id: a }],
      ['POST', '/map/relations', { source_idea_id: a, target_idea_id: c }],
      ['POST', '/map/relations', { source_idea_id: c, target_idea_id: a, relation_type: 'blocks' }],
      ['POST', '/ideas', { title: 'Child', parent_id: c }],
      ['PATCH', `/ideas/${a}`, { parent_id: c }],
    ]
    for (const [method, path, body] of calls) {
      const reply = await api.send(method, path, body)
      const wanted = { error: 'Idea not found', merged_into: a }
      expect([reply.status, reply.body], `${method} ${path}`).to.deep.equal([404, wanted])
    }
    const other = (await newUser()).api
    expect((await other.get(`/ideas/${c}`)).body).to.deep.equal({ error: 'Idea not found' })
  })

  it('says null when that is deleted', async () => {
    expect((await api.delete(`/ideas/${a}`)).status).to.equal(200)
    for (const id of [b, c])
      expect((await api.get(`/ideas/${id}`)).body).to.deep.equal({
        error: 'Idea not found',
        merged_into: null,
      })
  })

  it('leaves what was merged into it to its survivor when it is deleted', async () => {
    const [top, middle, bottom] = [
      await newIdea(api, { body: 'Top', tags: ['top'] }),
      await newIdea(api, { body: 'Middle' }),
      await newIdea(api, { body: 'Bottom', tags: ['bottom'] }),
    ]
    await done(merge(api, middle.id, bottom.id))
    const { body } = await done(merge(api, top.id, middle.id))
    await done(api.delete(`/ideas/${middle.id}`))
    expect((await api.get(`/ideas/${bottom.id}`)).body.merged_into).to.equal(top.id)
    const merges = (await api.get(`/ideas/${top.id}/merges`)).body
    expect(merges.map((own: Merge) => [own.absorbed_id, own.merged_at])).to.deep.equal([[bottom.id, null]])
    const { idea, survivor, not_restored } = await done(unmerge(api, top.id, bottom.id))
    expect(idea).to.deep.include({ id: bottom.id, body: 'Bottom', tags: ['bottom'] })
    expect(survivor.body).to.equal(body.replace(`\n\n---\n\n## ${bottom.title}\n\nBottom`, ''))
    expect(survivor.body).to.include('Middle').and.not.to.equal(body)
    expect(survivor.tags).to.deep.equal(['top', 'bottom'])
    expect(reasons(not_restored)).to.deep.equal([['merge', null, 'not_recorded']])
  })

  it('is deleted for good like any other, which changes no count', async () => {
    expect((await api.delete(`/ideas/${c}`)).body).to.deep.equal({ success: true })
    expect((await api.get(`/ideas/${c}`)).body).to.deep.equal({ error: 'Idea not found' })
    expect((await api.delete(`/ideas/${c}`)).status).to.equal(404)
    expect((await api.get('/user/usage')).body.ideas).to.equal(1)
    expect((await api.get('/ideas')).headers.get('x-total-count')).to.equal('1')
  })

  it('does not stand in the way of an equal new idea', async () => {
    const { title } = await newIdea(api, { body: 'Once' })
    const { body } = await api.get('/ideas?limit=1')
    await done(merge(api, a, body[0].id))
    expect((await api.post('/ideas', { title, body: 'Once' })).status).to.equal(201)
  })
})

import { expect } from 'chai'
import { importFile } from '../imports/import-client.ts'
import type { Client } from '../support/client.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { newIdea, newIdeaIds, newRelation, UNKNOWN_ID } from '../support/factories.ts'
import { newUser, startService } from '../support/service.ts'
import { done, everythingButTimes, merge, unmerge } from './merging.ts'

type Lost = { kind: string; id: number | null; reason: string; message: string }
type Edge = { id: number; source_idea_id: number; target_idea_id: number; note: string | null }

describe('POST /api/v1/ideas/:id/unmerge', () => {
  let api: Client
  let database: TestDatabase
  let [a, b] = [0, 0]
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    ;({ api } = await newUser())
    a = (await newIdea(api, { title: 'A', body: 'Mine', tags: ['both', 'a'] })).id
    b = (await newIdea(api, { title: 'B', body: 'Theirs', tags: ['b', 'both'], status: 'building' })).id
  })

  const link = async (idea: number, url: string, title: string | null = null): Promise<number> =>
    (await api.post(`/ideas/${idea}/links`, { url, title })).body.id
  const noted = async (
    source: number,
    type: string,
    target: number,
    note: string | null,
  ): Promise<number> => {
    const body = { source_idea_id: source, target_idea_id: target, relation_type: type, note }
    return (await api.post('/map/relations', body)).body.id
  }
  const reasons = (lost: Lost[]): unknown[] => lost.map(({ kind, id, reason }) => [kind, id, reason])

  it('brings everything back as it was, at once after a merge', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    await link(a, 'https://example.org/1')
    await link(b, 'https://example.org/1', 'Title')
    await link(b, 'https://example.org/2')
    await link(b, 'https://example.org/2', 'Twice')
    await noted(a, 'blocks', x, null)
    await noted(b, 'blocks', x, 'note')
    await noted(b, 'parent', y, 'note')
    await noted(y, 'related', b, null)
    await noted(a, 'parent', b, null)
    await noted(b, 'related', a, 'between')
    const before = await everythingButTimes(api)
    await done(merge(api, a, b))
    const answer = await done(unmerge(api, a, b))
    expect(await everythingButTimes(api)).to.deep.equal(before)
    expect(answer).to.deep.include({ preview: false, not_restored: [] })
    expect(answer.idea).to.deep.equal((await api.get(`/ideas/${b}`)).body)
    expect(answer.survivor).to.deep.equal((await api.get(`/ideas/${a}`)).body)
    expect((await api.get('/user/usage')).body.ideas).to.equal(4)
  })

  it('has both ideas looked at again, and work from before the merge write nothing', async () => {
    const rows = async () =>
      database.query('MATCH (o:Outbox) WHERE o.ideaId IN $ids RETURN o.ideaId AS id, o.version AS version', {
        ids: [a, b],
      })
    const before = await rows()
    await done(merge(api, a, b))
    await done(unmerge(api, a, b))
    const after = await rows()
    expect(after).to.have.length(2)
    for (const row of before) expect(after).not.to.deep.include(row)
    expect((await api.get(`/ideas/${b}`)).body.processing).to.equal(true)
  })

  it('keeps what was changed of the survivor meanwhile', async () => {
    await done(merge(api, a, b))
    const { body } = (await api.get(`/ideas/${a}`)).body
    await api.patch(`/ideas/${a}`, { title: 'A2', body: `New\n\n${body}\n\nMore`, add_tags: ['later'] })
    const own = await link(a, 'https://example.org/later')
    const { survivor, idea, not_restored } = await done(unmerge(api, a, b))
    expect(survivor).to.deep.include({
      title: 'A2',
      body: 'New\n\nMine\n\nMore',
      tags: ['both', 'a', 'later'],
    })
    expect(survivor.links.map(({ id }: { id: number }) => id)).to.deep.equal([own])
    expect(idea).to.deep.include({ title: 'B', body: 'Theirs', tags: ['b', 'both'], status: 'building' })
    expect(not_restored).to.deep.equal([])
  })

  it('leaves a section that was edited, and says so', async () => {
    await done(merge(api, a, b))
    const body = 'Mine\n\n---\n\n## B\n\nTheirs, edited'
    await api.patch(`/ideas/${a}`, { body })
    const { survivor, idea, not_restored } = await done(unmerge(api, a, b))
    expect([survivor.body, idea.body]).to.deep.equal([body, 'Theirs'])
    expect(not_restored).to.deep.equal([
      {
        kind: 'body',
        id: null,
        reason: 'changed',
        message: 'What was added to the body of the other idea was changed since and stays there',
      },
    ])
  })

  it('says which tags and links were deleted meanwhile', async () => {
    const gone = await link(b, 'https://example.org/gone')
    await link(b, 'https://example.org/back')
    await done(merge(api, a, b))
    const tag = (await api.get('/tags')).body.find(({ name }: { name: string }) => name === 'b')
    await api.delete(`/tags/${tag.id}`)
    await api.delete(`/ideas/${a}/links/${gone}`)
    const { idea, not_restored } = await done(unmerge(api, a, b))
    expect(idea.tags).to.deep.equal(['both'])
    expect(idea.links).to.have.length(1)
    expect(reasons(not_restored)).to.deep.equal([
      ['tag', tag.id, 'deleted'],
      ['link', gone, 'deleted'],
    ])
    expect(not_restored.map(({ message }: Lost) => message)).to.deep.equal([
      'The tag “b” was deleted since',
      'The link to https://example.org/gone was deleted since',
    ])
  })

  it('takes no tag from the survivor that was taken already, or that another name has now', async () => {
    await done(merge(api, a, b))
    await api.patch('/tags/b', { name: 'renamed' })
    expect((await done(unmerge(api, a, b))).idea.tags).to.deep.equal(['renamed', 'both'])
    await done(merge(api, a, b))
    await api.patch(`/ideas/${a}`, { tags: ['a'] })
    const { survivor, idea } = await done(unmerge(api, a, b))
    expect([survivor.tags, idea.tags]).to.deep.equal([['a'], ['renamed', 'both']])
  })

  it('leaves relations that were changed or deleted, and says so', async () => {
    const [x = 0, y = 0, z = 0] = await newIdeaIds(api, 3)
    const [typed, renoted, gone, back] = [
      await newRelation(api, b, 'related', x),
      await noted(b, 'blocks', y, 'old'),
      await newRelation(api, z, 'blocks', b),
      await newRelation(api, z, 'inspires', b),
    ]
    await done(merge(api, a, b))
    await api.patch(`/map/relations/${typed}`, { relation_type: 'inspires' })
    await api.patch(`/map/relations/${renoted}`, { note: 'new' })
    await api.delete(`/map/relations/${gone}`)
    const { idea, survivor, not_restored } = await done(unmerge(api, a, b))
    expect(idea.relations.map(({ id }: Edge) => id)).to.deep.equal([back])
    expect(survivor.relations.map(({ id }: Edge) => id)).to.deep.equal([typed, renoted])
    expect(reasons(not_restored)).to.deep.equal([
      ['relation', typed, 'changed'],
      ['relation', renoted, 'changed'],
      ['relation', gone, 'deleted'],
    ])
    expect(not_restored[0].message).to.equal(
      `The relation ${typed} (related) was changed since and stays with the other idea`,
    )
  })

  it('leaves a note that was taken over when it was edited', async () => {
    const [x = 0] = await newIdeaIds(api, 1)
    const kept = await noted(a, 'blocks', x, null)
    const dropped = await noted(b, 'blocks', x, 'note')
    await done(merge(api, a, b))
    await api.patch(`/map/relations/${kept}`, { note: 'edited' })
    const { idea, survivor } = await done(unmerge(api, a, b))
    expect(survivor.relations[0]).to.include({ id: kept, note: 'edited' })
    expect(idea.relations[0]).to.include({ id: dropped, note: 'note' })
  })

  it('makes no relation again whose other end is gone or archived', async () => {
    const [x = 0, y = 0, z = 0] = await newIdeaIds(api, 3)
    for (const other of [x, y]) await newRelation(api, a, 'inspires', other)
    const dropped = [await newRelation(api, b, 'inspires', x), await newRelation(api, b, 'inspires', y)]
    await done(merge(api, a, b))
    await api.delete(`/ideas/${x}`)
    await done(merge(api, z, y))
    const { not_restored } = await done(unmerge(api, a, b))
    expect(reasons(not_restored)).to.deep.equal(dropped.map((id) => ['relation', id, 'idea_gone']))
  })

  it('makes no relation again where an equal one is by now', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    const kept = await newRelation(api, a, 'inspires', y)
    const moved = await newRelation(api, b, 'inspires', x)
    const dropped = await newRelation(api, b, 'inspires', y)
    await done(merge(api, a, b))
    await api.delete(`/map/relations/${kept}`)
    await done(merge(api, y, x))
    const { idea, not_restored } = await done(unmerge(api, a, b))
    expect(idea.relations.map(({ id, target_idea_id: other }: Edge) => [id, other])).to.deep.equal([
      [moved, y],
    ])
    expect(reasons(not_restored)).to.deep.equal([['relation', dropped, 'exists']])
  })

  for (const type of ['blocks', 'parent', 'supersedes']) {
    it(`makes no ${type} relation again that would close a cycle by now`, async () => {
      const [x = 0, y = 0] = await newIdeaIds(api, 2)
      const kept = await newRelation(api, a, type, x)
      const dropped = await newRelation(api, b, type, x)
      const moved = await newRelation(api, y, type, b)
      await done(merge(api, a, b))
      await api.delete(`/map/relations/${kept}`)
      await newRelation(api, x, type, y)
      const { not_restored, idea } = await done(unmerge(api, a, b))
      expect(reasons(not_restored)).to.deep.equal([['relation', dropped, 'cycle']])
      expect(not_restored[0].message).to.equal(
        `The relation ${dropped} (${type}) is not made again: it would close a cycle`,
      )
      expect(idea.relations.map(({ id }: Edge) => id)).to.deep.equal([moved])
    })
  }

  it('makes forced cycles again with force', async () => {
    const first = await newRelation(api, a, 'supersedes', b)
    const body = { source_idea_id: b, target_idea_id: a, relation_type: 'supersedes' }
    const second = (await api.post('/map/relations?force=true', body)).body.id
    await done(merge(api, a, b))
    expect(reasons((await done(unmerge(api, a, b, '?preview=true'))).not_restored)).to.deep.equal([
      ['relation', second, 'cycle'],
    ])
    const { idea, not_restored } = await done(unmerge(api, a, b, '?force=true'))
    expect(not_restored).to.deep.equal([])
    expect(idea.relations.map(({ id }: Edge) => id)).to.deep.equal([first, second])
  })

  it('undoes a chain of merges link by link', async () => {
    const { id: c } = await newIdea(api, { title: 'C', body: 'Third', tags: ['c'] })
    const [x = 0] = await newIdeaIds(api, 1)
    await link(a, 'https://example.org/a')
    await newRelation(api, a, 'blocks', x)
    const before = await everythingButTimes(api)
    await done(merge(api, b, a))
    const between = await everythingButTimes(api)
    await done(merge(api, c, b))
    const error = 'That idea was not merged into this one'
    const skipped = await unmerge(api, c, a)
    expect([skipped.status, skipped.body]).to.deep.equal([409, { error, absorbed_by: b }])
    const archived = await unmerge(api, b, a)
    expect([archived.status, archived.body]).to.deep.equal([404, { error: 'Idea not found', merged_into: c }])
    await done(unmerge(api, c, b))
    expect(await everythingButTimes(api)).to.deep.equal(between)
    await done(unmerge(api, b, a))
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('answers 404 for unknown ideas and another user’s, 409 for an idea that was never merged into this one', async () => {
    const { api: other } = await newUser()
    const [foreign = 0] = await newIdeaIds(other, 1)
    await done(merge(api, a, b))
    for (const [survivor, absorbed] of [
      [a, UNKNOWN_ID],
      [UNKNOWN_ID, b],
      [a, foreign],
      [foreign, b],
    ] as const) {
      const reply = await unmerge(api, survivor, absorbed)
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    }
    expect((await unmerge(other, foreign, b)).status).to.equal(404)
    const [never = 0] = await newIdeaIds(api, 1)
    const reply = await unmerge(api, a, never)
    expect([reply.status, reply.body]).to.deep.equal([
      409,
      { error: 'That idea was not merged into this one' },
    ])
    await done(unmerge(api, a, b))
    expect((await unmerge(api, a, b)).status).to.equal(409)
  })

  it('with preview=true tells what would come back, and changes nothing', async () => {
    const gone = await link(b, 'https://example.org/gone')
    await done(merge(api, a, b))
    await api.delete(`/ideas/${a}/links/${gone}`)
    const [before, map] = [await everythingButTimes(api), (await api.get('/map')).headers.get('etag')]
    const preview = await done(unmerge(api, a, b, '?preview=true'))
    expect(await everythingButTimes(api)).to.deep.equal(before)
    expect((await api.get('/map')).headers.get('etag')).to.equal(map)
    const answer = await done(unmerge(api, a, b))
    for (const { idea, survivor } of [preview, answer])
      for (const one of [idea, survivor]) delete one.updated_at
    expect(preview).to.deep.equal({ ...answer, preview: true })
    expect(reasons(preview.not_restored)).to.deep.equal([['link', gone, 'deleted']])
  })

  it('works on merges that an import brought, as far as those tell', async () => {
    const [x = 0] = await newIdeaIds(api, 1)
    await newRelation(api, b, 'inspires', x)
    await done(merge(api, a, b))
    const file = (await api.post('/user/export')).body
    const { api: other } = await newUser()
    await done(importFile(other, file))
    const { ideas } = (await other.post('/user/export')).body
    const idOf = (title: string): number => ideas.find((idea: { title: string }) => idea.title === title).id
    const { idea, survivor, not_restored } = await done(unmerge(other, idOf('A'), idOf('B')))
    expect(idea).to.deep.include({ title: 'B', body: 'Theirs', tags: ['b', 'both'], relations: [] })
    expect(survivor).to.deep.include({ body: 'Mine', tags: ['both', 'a', 'b'] })
    expect(survivor.relations).to.have.length(1)
    expect(reasons(not_restored)).to.deep.equal([['merge', null, 'not_recorded']])
  })

  it('goes no further than the idea cap of the free plan', async () => {
    const service = await startService({ env: { FREE_PLAN_IDEA_CAP: '2' } })
    try {
      const { api: free } = await service.createUser('free')
      const [one = 0, two = 0] = await newIdeaIds(free, 2)
      await done(merge(free, one, two))
      const { id } = await newIdea(free)
      for (const query of ['', '?preview=true']) {
        const reply = await unmerge(free, one, two, query)
        expect([reply.status, reply.body]).to.deep.equal([
          403,
          { error: 'The idea limit of the free plan is reached' },
        ])
      }
      await free.delete(`/ideas/${id}`)
      expect((await unmerge(free, one, two)).status).to.equal(200)
      expect((await free.post('/ideas', { title: 'One more' })).status).to.equal(403)
    } finally {
      await service.close()
    }
  })
})

import { expect } from 'chai'
import { importFile } from '../imports/import-client.ts'
import type { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newIdeaIds, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, startService } from '../../support/service.ts'
import { addLink, addRelation, done, everythingButTimes, merge, reasons, unmerge } from './merging.ts'

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

  it('brings everything back as it was, at once after a merge', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    await addLink(api, a, 'https://example.org/1')
    await addLink(api, b, 'https://example.org/1', 'Title')
    await addLink(api, b, 'https://example.org/2')
    await addLink(api, b, 'https://example.org/2', 'Twice')
    await addRelation(api, a, 'blocks', x, null)
    await addRelation(api, b, 'blocks', x, 'note')
    await addRelation(api, b, 'parent', y, 'note')
    await addRelation(api, y, 'related', b, null)
    await addRelation(api, a, 'parent', b, null)
    await addRelation(api, b, 'related', a, 'between')
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

  it('undoes a chain of merges link by link', async () => {
    const { id: c } = await newIdea(api, { title: 'C', body: 'Third', tags: ['c'] })
    const [x = 0] = await newIdeaIds(api, 1)
    await addLink(api, a, 'https://example.org/a')
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
    const { id: gone } = await addLink(api, b, 'https://example.org/gone')
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
    const listed = (await other.get(`/ideas/${idOf('A')}/merges`)).body
    expect(listed).to.have.length(1)
    expect(listed[0]).to.include({ absorbed_id: idOf('B'), merged_at: null })
    const { idea, survivor, not_restored } = await done(unmerge(other, idOf('A'), idOf('B')))
    expect(idea).to.deep.include({ title: 'B', body: 'Theirs', tags: ['b', 'both'], relations: [] })
    expect(survivor).to.deep.include({ body: 'Mine', tags: ['both', 'a', 'b'] })
    expect(survivor.relations).to.have.length(1)
    expect(reasons(not_restored)).to.deep.equal([['merge', null, 'not_recorded']])
  })

  it('says so when a relation that moved cannot be made with what is back', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    const [gone, equal] = [await newRelation(api, b, 'blocks', x), await newRelation(api, b, 'blocks', y)]
    const spare = await newRelation(api, x, 'inspires', y)
    await api.delete(`/map/relations/${spare}`)
    await done(merge(api, a, b))
    // Nobody can do this through the API.
    await database.query('MATCH (i:Idea {id: $x}) SET i.archived = true', { x })
    await database.query(
      'MATCH (i:Idea {id: $b}) MATCH (o:Idea {id: $y}) CREATE (i)-[:BLOCKS {id: toInteger($spare), createdAt: 1}]->(o)',
      { b, y, spare },
    )
    const { not_restored } = await done(unmerge(api, a, b))
    expect(reasons(not_restored)).to.deep.equal([
      ['relation', gone, 'idea_gone'],
      ['relation', equal, 'exists'],
    ])
    await database.query('MATCH (i:Idea {id: $x}) SET i.archived = false', { x })
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

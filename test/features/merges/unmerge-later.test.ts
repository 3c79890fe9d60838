import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea, newIdeaIds, newRelation } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import {
  addLink,
  addRelation,
  done,
  everythingButTimes,
  merge,
  reasons,
  unmerge,
  type Lost,
} from './merging.ts'

type Edge = { id: number; source_idea_id: number; target_idea_id: number }

describe('An unmerge of ideas that were changed since the merge', () => {
  let api: Client
  let [a, b] = [0, 0]
  beforeEach(async () => {
    ;({ api } = await newUser())
    a = (await newIdea(api, { title: 'A', body: 'Mine', tags: ['both', 'a'] })).id
    b = (await newIdea(api, { title: 'B', body: 'Theirs', tags: ['b', 'both'], status: 'building' })).id
  })

  /** Gives the ideas of one tag another one instead, which is made if there is none. */
  const mergeTags = async (from: string, into: string): Promise<void> => {
    const { body } = await api.get('/tags')
    const idOf = (name: string) => body.find((tag: { name: string }) => tag.name === name)?.id
    const { id } =
      idOf(into) === undefined ? (await api.post('/tags', { name: into })).body : { id: idOf(into) }
    expect((await api.post(`/tags/${idOf(from)}/merge`, { into_id: id })).status).to.equal(200)
  }

  it('keeps what was changed of the survivor meanwhile', async () => {
    await done(merge(api, a, b))
    const { body } = (await api.get(`/ideas/${a}`)).body
    await api.patch(`/ideas/${a}`, { title: 'A2', body: `New\n\n${body}\n\nMore`, add_tags: ['later'] })
    const { id: own } = await addLink(api, a, 'https://example.org/later')
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
        message:
          'What was added to the body of the other idea does not stand there unchanged any more: what is left of it stays',
      },
    ])
  })

  it('says which tags and links were deleted meanwhile', async () => {
    const { id: gone } = await addLink(api, b, 'https://example.org/gone')
    await addLink(api, b, 'https://example.org/back')
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

  it('takes from the survivor what it gained, under the name of the tag that it was merged into since', async () => {
    await done(merge(api, a, b))
    await mergeTags('b', 'new')
    const { survivor, idea, not_restored } = await done(unmerge(api, a, b))
    expect([survivor.tags, idea.tags]).to.deep.equal([
      ['both', 'a'],
      ['new', 'both'],
    ])
    expect(not_restored).to.deep.equal([])
  })

  for (const [from, into] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    it(`leaves the survivor its own tag when the two were merged since: ${from} into ${into}`, async () => {
      const c = (await newIdea(api, { title: 'C', tags: ['b', 'c'] })).id
      await done(merge(api, a, b))
      await done(merge(api, a, c))
      await mergeTags(from, into)
      await mergeTags(into, 'new')
      expect((await done(unmerge(api, a, b))).survivor.tags).to.have.members(['both', 'new', 'c'])
      await mergeTags('c', 'new')
      const { survivor, idea, not_restored } = await done(unmerge(api, a, c))
      expect(survivor.tags).to.have.members(['both', 'new'])
      expect(idea.tags).to.deep.equal(['new'])
      expect(not_restored).to.deep.equal([])
    })
  }

  it('leaves the survivor what its own tag was merged into, though it gained that and all tags were named anew', async () => {
    await done(merge(api, a, b))
    await mergeTags('a', 'b')
    expect((await api.patch(`/ideas/${a}`, { tags: ['b', 'both'] })).status).to.equal(200)
    const { survivor, idea } = await done(unmerge(api, a, b))
    expect(survivor.tags).to.deep.equal(['b', 'both'])
    expect(idea.tags).to.have.members(['b', 'both'])
  })

  it('takes a tag that two brought, under different names, from the survivor with the second', async () => {
    const c = (await newIdea(api, { title: 'C', tags: ['c'] })).id
    await done(merge(api, a, b))
    await done(merge(api, a, c))
    await mergeTags('b', 'c')
    expect((await done(unmerge(api, a, b))).survivor.tags).to.have.members(['both', 'a', 'c'])
    expect((await done(unmerge(api, a, c))).survivor.tags).to.have.members(['both', 'a'])
  })

  it('closes no cycle by a relation of the survivor that a later merge had dropped', async () => {
    const [one = 0, two = 0, four = 0, five = 0, six = 0] = await newIdeaIds(api, 5)
    const dropped = await newRelation(api, one, 'parent', five)
    await newRelation(api, two, 'parent', five)
    await newRelation(api, six, 'parent', one)
    await done(merge(api, four, two))
    await done(merge(api, four, one))
    await done(merge(api, six, four))
    await done(merge(api, six, five))
    await done(unmerge(api, six, four))
    const { not_restored } = await done(unmerge(api, four, two))
    expect(reasons(not_restored)).to.deep.include(['relation', dropped, 'cycle'])
    const { edges } = (await api.get('/map')).body
    expect(edges.map(({ source, target }: never) => [source, target])).to.deep.equal([[six, four]])
  })

  it('leaves relations that were changed or deleted, and says so', async () => {
    const [x = 0, y = 0, z = 0] = await newIdeaIds(api, 3)
    const [typed, renoted, gone, back] = [
      await newRelation(api, b, 'related', x),
      (await addRelation(api, b, 'blocks', y, 'old')).id,
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
      ['relation', gone, 'deleted'],
      ['relation', typed, 'changed'],
      ['relation', renoted, 'changed'],
    ])
    expect(not_restored[1].message).to.equal(
      `The relation ${typed} (related) was changed since and stays with the other idea`,
    )
  })

  it('leaves a note that was taken over when it was edited', async () => {
    const [x = 0] = await newIdeaIds(api, 1)
    const { id: kept } = await addRelation(api, a, 'blocks', x, null)
    const { id: dropped } = await addRelation(api, b, 'blocks', x, 'note')
    await done(merge(api, a, b))
    await api.patch(`/map/relations/${kept}`, { note: 'edited' })
    const { idea, survivor } = await done(unmerge(api, a, b))
    expect(survivor.relations[0]).to.include({ id: kept, note: 'edited' })
    expect(idea.relations[0]).to.include({ id: dropped, note: 'note' })
  })

  it('makes no relation again whose other end is gone', async () => {
    const [x = 0] = await newIdeaIds(api, 1)
    await newRelation(api, a, 'inspires', x)
    const dropped = await newRelation(api, b, 'inspires', x)
    await done(merge(api, a, b))
    await api.delete(`/ideas/${x}`)
    const { not_restored } = await done(unmerge(api, a, b))
    expect(reasons(not_restored)).to.deep.equal([['relation', dropped, 'idea_gone']])
  })

  it('makes relations again with the ideas that live at their other ends now, until those are back', async () => {
    const [x = 0, y = 0, z = 0] = await newIdeaIds(api, 3)
    await newRelation(api, a, 'blocks', x)
    const dropped = await newRelation(api, b, 'blocks', x)
    const before = await everythingButTimes(api)
    await done(merge(api, a, b))
    await done(merge(api, y, x))
    await done(merge(api, z, y))
    const { idea, not_restored } = await done(unmerge(api, a, b))
    expect(not_restored).to.deep.equal([])
    const ends = idea.relations.map((edge: Edge) => [edge.id, edge.target_idea_id])
    expect(ends).to.deep.equal([[dropped, z]])
    await done(unmerge(api, z, y))
    await done(unmerge(api, y, x))
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('gives relations that wait for the idea at their other end to nobody else', async () => {
    const [x = 0, y = 0] = await newIdeaIds(api, 2)
    const [first, second] = [await newRelation(api, b, 'blocks', x), await newRelation(api, b, 'blocks', y)]
    await done(merge(api, a, b))
    await done(merge(api, y, x))
    await api.delete(`/map/relations/${second}`)
    expect(reasons((await done(unmerge(api, a, b))).not_restored)).to.deep.equal([
      ['relation', first, 'merged'],
      ['relation', second, 'deleted'],
    ])
    await done(unmerge(api, y, x))
    const ends = (await done(api.get(`/ideas/${x}`))).relations.map((edge: Edge) => edge.source_idea_id)
    expect(ends).to.deep.equal([b])
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
})

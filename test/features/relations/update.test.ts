import { expect } from 'chai'
import { brief, brokenFields, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import type { TestUser } from '../../support/service.ts'
import { givenTwoIdeas } from '../../support/two-ideas.ts'

describe('PATCH /api/v1/map/relations/:id', () => {
  let user: TestUser
  let a: number
  let b: number
  givenTwoIdeas((given) => ({ user, a, b } = given))

  it('changes the type and keeps id, note, ends and time', async () => {
    const body = { source_idea_id: a, target_idea_id: b, relation_type: 'related', note: 'Kept' }
    const before = (await user.api.post('/map/relations', body)).body
    for (const type of ['blocks', 'parent', 'inspires', 'duplicate', 'supersedes', 'related']) {
      const reply = await user.api.patch(`/map/relations/${before.id}`, { relation_type: type })
      expect([reply.status, reply.body]).to.deep.equal([200, { ...before, relation_type: type }])
      expect((await user.api.get(`/ideas/${a}/relations`)).body.outgoing).to.deep.equal([reply.body])
    }
  })

  it('changes the note, takes it away with null, and leaves what is absent', async () => {
    const id = await newRelation(user.api, a, 'blocks', b)
    expect((await user.api.patch(`/map/relations/${id}`, { note: 'New' })).body.note).to.equal('New')
    const both = await user.api.patch(`/map/relations/${id}`, { note: 'Newer', relation_type: 'inspires' })
    expect(both.body).to.include({ note: 'Newer', relation_type: 'inspires' })
    for (const body of [{}, { unknown: 1, source_idea_id: b }]) {
      expect((await user.api.patch(`/map/relations/${id}`, body)).body).to.deep.equal(both.body)
    }
    expect((await user.api.patch(`/map/relations/${id}`, { note: null })).body.note).to.equal(null)
  })

  it('shows in parent_id', async () => {
    const id = await newRelation(user.api, a, 'related', b)
    await user.api.patch(`/map/relations/${id}`, { relation_type: 'parent' })
    expect((await user.api.get(`/ideas/${b}`)).body.parent_id).to.equal(a)
    await user.api.patch(`/map/relations/${id}`, { relation_type: 'inspires' })
    expect((await user.api.get(`/ideas/${b}`)).body.parent_id).to.equal(null)
  })

  it('answers 409 with relation_id when it would equal another, and changes nothing', async () => {
    const other = await newRelation(user.api, a, 'blocks', b)
    const id = await newRelation(user.api, a, 'related', b)
    const reply = await user.api.patch(`/map/relations/${id}`, { relation_type: 'blocks', note: 'No' })
    expect([reply.status, reply.body]).to.deep.equal([
      409,
      { error: 'This relation exists already', relation_id: other },
    ])
    const { body } = await user.api.patch(`/map/relations/${id}`, {})
    expect(body).to.include({ relation_type: 'related', note: null })
  })

  it('may name the type that it has', async () => {
    const id = await newRelation(user.api, a, 'blocks', b)
    const reply = await user.api.patch(`/map/relations/${id}`, { relation_type: 'blocks', note: 'x' })
    expect([reply.status, reply.body.note]).to.deep.equal([200, 'x'])
  })

  for (const [field, value, accepted] of [
    ['note', '😀'.repeat(500), true],
    ['note', 'x'.repeat(501), false],
    ['note', 5, false],
    ['relation_type', 'likes', false],
    ['relation_type', null, false],
  ] as const) {
    it(`${accepted ? 'takes' : 'answers 400 for'} ${field} ${brief(value)}`, async () => {
      const id = await newRelation(user.api, a, 'blocks', b)
      const reply = await user.api.patch(`/map/relations/${id}`, { [field]: value })
      if (accepted) expect([reply.status, reply.body[field]]).to.deep.equal([200, value])
      else expect(brokenFields(reply)).to.deep.equal([field])
    })
  }

  it('answers 404 for an unknown relation', async () => {
    for (const id of [UNKNOWN_ID, 'abc', '-1', '%']) {
      const reply = await user.api.patch(`/map/relations/${id}`, { note: 'x' })
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Relation not found' }])
    }
  })
})

import { expect } from 'chai'
import { brokenFields, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import type { TestUser } from '../../support/service.ts'
import { givenTwoIdeas } from '../../support/two-ideas.ts'

describe('POST /api/v1/ideas/:id/links with target_idea_id', () => {
  let user: TestUser
  let a: number
  let b: number
  givenTwoIdeas((given) => ({ user, a, b } = given))
  const post = async (body: unknown, from: number | string = a, query = '') =>
    user.api.post(`/ideas/${from}/links${query}`, body)

  it('answers 201 with a relation from the idea of the path', async () => {
    const { status, body } = await post({ target_idea_id: b, relation_type: 'inspires', note: 'Because' })
    expect(status).to.equal(201)
    expect(body).to.deep.equal({
      id: body.id,
      source_idea_id: a,
      target_idea_id: b,
      relation_type: 'inspires',
      note: 'Because',
      created_at: body.created_at,
      score: null,
    })
    expect((await user.api.get(`/ideas/${a}/relations`)).body.outgoing).to.deep.equal([body])
    expect((await user.api.get(`/ideas/${a}/links`)).body).to.deep.equal([])
  })

  it('defaults to related without a note', async () => {
    expect((await post({ target_idea_id: b })).body).to.include({ relation_type: 'related', note: null })
  })

  it('ignores a source_idea_id in the body: the path says it', async () => {
    const reply = await post({ target_idea_id: b, source_idea_id: UNKNOWN_ID })
    expect([reply.status, reply.body.source_idea_id]).to.deep.equal([201, a])
  })

  it('answers 409 for an equal relation and for a cycle', async () => {
    const id = await newRelation(user.api, a, 'related', b)
    expect((await post({ target_idea_id: b })).body.relation_id).to.equal(id)
    await newRelation(user.api, b, 'blocks', a)
    const cycle = await post({ target_idea_id: b, relation_type: 'blocks' })
    expect([cycle.status, cycle.body.cycle]).to.deep.equal([409, [a, b, a]])
  })

  it('closes a cycle of supersedes relations with force=true only', async () => {
    await newRelation(user.api, b, 'supersedes', a)
    const relation = { target_idea_id: b, relation_type: 'supersedes' }
    expect((await post(relation)).status).to.equal(409)
    expect(brokenFields(await post(relation, a, '?force=maybe'))).to.deep.equal(['force'])
    expect((await post(relation, a, '?force=true')).status).to.equal(201)
  })

  it('answers 400 for the idea itself and for bad fields', async () => {
    expect(brokenFields(await post({ target_idea_id: a }))).to.deep.equal(['target_idea_id'])
    const wrong = await post({ target_idea_id: 'x', relation_type: 'likes', note: 5 })
    expect(brokenFields(wrong)).to.have.members(['target_idea_id', 'relation_type', 'note'])
    expect(brokenFields(await post({ target_idea_id: null }))).to.deep.equal(['target_idea_id'])
  })

  it('answers 404 for an unknown idea on either side', async () => {
    for (const reply of [
      await post({ target_idea_id: UNKNOWN_ID }),
      await post({ target_idea_id: b }, UNKNOWN_ID),
      await post({ target_idea_id: b }, 'abc'),
    ]) {
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    }
  })
})

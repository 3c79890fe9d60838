import { expect } from 'chai'
import { importLines } from '../imports/import-client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { brief, brokenFields, newRelation, relate, TIMESTAMP, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { givenTwoIdeas, type TwoIdeas } from '../../support/two-ideas.ts'

const TYPES = ['related', 'parent', 'blocks', 'inspires', 'duplicate', 'supersedes']

let user: TestUser
let a: number
let b: number
const receive = (given: TwoIdeas): void => void ({ user, a, b } = given)

describe('POST /api/v1/map/relations', () => {
  let database: TestDatabase
  givenTwoIdeas(receive)
  givenDatabase((given) => (database = given))

  it('answers 201 with the defaults', async () => {
    const reply = await user.api.post('/map/relations', { source_idea_id: a, target_idea_id: b, unknown: 1 })
    expect(reply.status).to.equal(201)
    expect(reply.body.created_at).to.match(TIMESTAMP)
    expect(reply.body).to.deep.equal({
      id: reply.body.id,
      source_idea_id: a,
      target_idea_id: b,
      relation_type: 'related',
      note: null,
      created_at: reply.body.created_at,
      score: null,
    })
  })

  for (const type of TYPES) {
    it(`makes ${type}, and answers 409 with relation_id for the same again`, async () => {
      const id = await newRelation(user.api, a, type, b)
      const again = await relate(user.api, a, type, b)
      expect([again.status, again.body]).to.deep.equal([
        409,
        { error: 'This relation exists already', relation_id: id },
      ])
      const forced = await relate(user.api, a, type, b, '?force=true')
      expect([forced.status, forced.body.relation_id]).to.deep.equal([409, id])
    })
  }

  it('answers the same for an equal relation to which the file of an older version gave a score', async () => {
    const id = await newRelation(user.api, a, 'related', b)
    await database.query('MATCH (:Idea)-[r:RELATED {id: $id}]->(:Idea) SET r.score = 0.5', { id })
    const again = await relate(user.api, a, 'related', b)
    expect([again.status, again.body.relation_id]).to.deep.equal([409, id])
  })

  it('lets two ideas be related in all six ways at once', async () => {
    for (const type of TYPES) await newRelation(user.api, a, type, b)
    expect((await user.api.get(`/ideas/${a}/relations`)).body.outgoing).to.have.length(6)
  })

  for (const type of ['related', 'inspires', 'duplicate']) {
    it(`lets ${type} go both ways`, async () => {
      await newRelation(user.api, a, type, b)
      await newRelation(user.api, b, type, a)
    })

    it(`answers 400 for ${type} of an idea with itself, with force too`, async () => {
      for (const query of ['', '?force=true']) {
        expect(brokenFields(await relate(user.api, a, type, a, query))).to.deep.equal(['target_idea_id'])
      }
    })
  }

  const cases: [string, unknown, boolean][] = [
    ['note', 'x'.repeat(500), true],
    ['note', 'x'.repeat(501), false],
    ['note', '😀'.repeat(500), true],
    ['note', '😀'.repeat(501), false],
    ['note', '', true],
    ['note', null, true],
    ['note', '\ud83d', false],
    ['note', 5, false],
    ['relation_type', null, false],
    ['relation_type', 'Blocks', false],
    ['relation_type', '', false],
    ['source_idea_id', 'abc', false],
    ['source_idea_id', '1', false],
    ['source_idea_id', -1, false],
    ['source_idea_id', 0, false],
    ['source_idea_id', 1.5, false],
    ['source_idea_id', 2 ** 53, false],
    ['target_idea_id', null, false],
    ['target_idea_id', [1], false],
  ]
  for (const [field, value, accepted] of cases) {
    it(`${accepted ? 'takes' : 'answers 400 for'} ${field} ${brief(value)}`, async () => {
      const body = { source_idea_id: a, target_idea_id: b, [field]: value }
      const reply = await user.api.post('/map/relations', body)
      if (accepted) expect([reply.status, reply.body[field]]).to.deep.equal([201, value])
      else expect(brokenFields(reply)).to.deep.equal([field])
    })
  }

  it('answers 400 with every problem, of body and query', async () => {
    expect(brokenFields(await user.api.post('/map/relations?force=1', { note: 5 }))).to.have.members([
      'force',
      'source_idea_id',
      'target_idea_id',
      'note',
    ])
  })

  it('answers 404 for an unknown idea on either side', async () => {
    for (const [source, target] of [
      [a, UNKNOWN_ID],
      [UNKNOWN_ID, a],
      [UNKNOWN_ID, UNKNOWN_ID],
    ]) {
      const reply = await relate(user.api, source, 'blocks', target)
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    }
  })
})

describe('GET /api/v1/ideas/:id/relations', () => {
  givenTwoIdeas(receive)

  it('answers outgoing and incoming relations, oldest first', async () => {
    const out = [await newRelation(user.api, a, 'blocks', b), await newRelation(user.api, a, 'related', b)]
    const back = await newRelation(user.api, b, 'related', a)
    const { status, body } = await user.api.get(`/ideas/${a}/relations`)
    expect(status).to.equal(200)
    expect(body).to.have.all.keys('outgoing', 'incoming')
    expect(body.outgoing.map(({ id }: { id: number }) => id)).to.deep.equal(out)
    expect(body.incoming.map(({ id }: { id: number }) => id)).to.deep.equal([back])
    const other = (await user.api.get(`/ideas/${b}/relations`)).body
    expect(other).to.deep.equal({ outgoing: body.incoming, incoming: body.outgoing })
  })

  it('answers empty arrays for a lone idea, and 404 for an unknown one', async () => {
    expect((await user.api.get(`/ideas/${a}/relations`)).body).to.deep.equal({ outgoing: [], incoming: [] })
    for (const id of [UNKNOWN_ID, 'abc']) {
      const reply = await user.api.get(`/ideas/${id}/relations`)
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    }
  })
})

describe('DELETE /api/v1/map/relations/:id', () => {
  givenTwoIdeas(receive)

  it('answers 204, and 404 from then on', async () => {
    const id = await newRelation(user.api, a, 'blocks', b)
    const reply = await user.api.delete(`/map/relations/${id}`)
    expect([reply.status, reply.body]).to.deep.equal([204, undefined])
    expect((await user.api.get(`/ideas/${a}/relations`)).body.outgoing).to.deep.equal([])
    for (const ref of [id, UNKNOWN_ID, 'abc', '-1']) {
      const again = await user.api.delete(`/map/relations/${ref}`)
      expect([again.status, again.body]).to.deep.equal([404, { error: 'Relation not found' }])
    }
    await newRelation(user.api, b, 'blocks', a)
  })
})

describe('score', () => {
  it('is in every answer that shows a relation, and null once a user made it theirs', async () => {
    const { api } = await newUser()
    const pairs = {
      idea_id: 2,
      duplicate_of_id: 1,
      similarity_score: 0.9,
      confidence: 0.9,
      status: 'pending',
    }
    const lines = [
      { id: 1, title: 'One' },
      { id: 2, title: 'Two' },
      { type: 'duplicate', ...pairs },
      { type: 'relation', source_idea_id: 2, target_idea_id: 1, relation_type: 'duplicate', score: 0.9 },
    ]
    expect((await importLines(api, lines)).status).to.equal(200)
    const [{ id, source, target, score }] = (await api.get('/map')).body.edges
    const shown = async (): Promise<unknown[]> => {
      const [idea, relations, map, file] = await Promise.all([
        api.get(`/ideas/${source}`),
        api.get(`/ideas/${target}/relations`),
        api.get('/map'),
        api.post('/user/export'),
      ])
      const found = [idea.body.relations, relations.body.incoming, map.body.edges, file.body.relations]
      return found.map(([relation]) => relation.score)
    }
    expect(score).to.equal(0.9)
    expect(await shown()).to.deep.equal([0.9, 0.9, 0.9, 0.9])
    const same = await api.patch(`/map/relations/${id}`, { note: null })
    expect(same.body).to.include({ id, score: 0.9 })
    const noted = await api.patch(`/map/relations/${id}`, { note: 'Indeed' })
    expect(noted.body).to.include({ id, note: 'Indeed', score: null })
    expect(await shown()).to.deep.equal([null, null, null, null])
    const made = await relate(api, target, 'duplicate', source)
    expect(made.body.score).to.equal(null)
    expect((await api.patch(`/map/relations/${made.body.id}`, {})).body).to.deep.equal(made.body)
  })
})

import { expect } from 'chai'
import type { TestUser } from '../../support/service.ts'
import { givenModelStack, type ModelStack } from '../indexing/model-stack.ts'
import { compared, edgesOf, pairsOf, settled } from './detecting.ts'

const ONE = {
  title: 'Export to PDF',
  body: 'I want to hand my notes to people who have no account, as a PDF file.',
}
const SAME = {
  title: 'Save notes as PDF files',
  body: 'People without an account should get my notes, so let me export them as PDF.',
}

describe('A pair of possible duplicates', () => {
  let given: ModelStack
  let user: TestUser
  let older: number
  let later: number
  givenModelStack((stack) => (given = stack))
  beforeEach(async () => {
    user = await given.service.createUser('pro')
    older = await compared(user.api, ONE)
    later = await compared(user.api, SAME)
  })

  it('is dismissed by deleting its relation', async () => {
    const [edge] = await edgesOf(user.api)
    expect((await user.api.delete(`/map/relations/${edge.id}`)).status).to.equal(204)
    expect(await pairsOf(user.api)).to.deep.equal([])
  })

  it('is dismissed by changing the type of its relation', async () => {
    const [edge] = await edgesOf(user.api)
    const { status, body } = await user.api.patch(`/map/relations/${edge.id}`, { relation_type: 'related' })
    expect([status, body.id, body.relation_type]).to.deep.equal([200, edge.id, 'related'])
    expect(await pairsOf(user.api)).to.deep.equal([])
  })

  it('keeps its relation when somebody makes the same by hand, also after it is dismissed', async () => {
    const [edge] = await edgesOf(user.api)
    const relation = {
      source_idea_id: later,
      target_idea_id: older,
      relation_type: 'duplicate',
      note: 'Mine',
    }
    const { status, body } = await user.api.post('/map/relations', relation)
    expect([status, body.id, body.note]).to.deep.equal([201, edge.id, 'Mine'])
    expect((await user.api.post('/map/relations', relation)).status).to.equal(409)
    const [pair] = await pairsOf(user.api)
    expect((await user.api.post(`/ideas/duplicates/${pair.id}/dismiss`)).status).to.equal(200)
    const [kept] = await edgesOf(user.api)
    expect(kept).to.include({ id: edge.id, score: null, note: 'Mine' })
  })

  it('loses its relation when somebody relates the two as duplicates the other way round', async () => {
    const relation = { source_idea_id: older, target_idea_id: later, relation_type: 'duplicate' }
    const { status, body } = await user.api.post('/map/relations', relation)
    expect(status).to.equal(201)
    expect((await edgesOf(user.api)).map(({ id, score }) => [id, score])).to.deep.equal([[body.id, null]])
    await user.api.patch(`/ideas/${later}`, { body: `${SAME.body} Soon.` })
    await settled(user.api, later)
    expect(await edgesOf(user.api)).to.have.lengthOf(1)
  })

  it('is settled by merging it, and comes back when the merge is undone', async () => {
    const [pair] = await pairsOf(user.api)
    expect((await user.api.post(`/ideas/duplicates/${pair.id}/merge`)).status).to.equal(200)
    await settled(user.api, older)
    expect([await pairsOf(user.api), await edgesOf(user.api)]).to.deep.equal([[], []])
    const undone = await user.api.post(`/ideas/${older}/unmerge`, { absorbed_id: later })
    expect(undone.status).to.equal(200)
    for (const id of [older, later]) await settled(user.api, id)
    const [again] = await pairsOf(user.api)
    expect(again).to.include({ idea_id: later, duplicate_of_id: older, confidence: pair.confidence })
    const [edge] = await edgesOf(user.api)
    expect(edge).to.include({ source: later, target: older, score: pair.similarity_score })
  })

  it('stays withdrawn when one of its ideas was merged, whatever settings are saved', async () => {
    const third = await compared(user.api, { title: 'PDF export of notes', body: SAME.body })
    const { status } = await user.api.post(`/ideas/${older}/merge`, { absorb_id: third })
    expect(status).to.equal(200)
    await settled(user.api, older)
    expect((await user.session.patch('/user/me', { settings_json: { theme: 'dark' } })).status).to.equal(200)
    const ends = [...(await pairsOf(user.api)), ...(await edgesOf(user.api))].flatMap(
      ({ idea_id, duplicate_of_id, source, target }) => [idea_id, duplicate_of_id, source, target],
    )
    expect(ends).not.to.include(third)
    const { body } = await user.api.get(`/ideas/${later}/relations`)
    const related = [...body.outgoing, ...body.incoming].flatMap((one) => [
      one.source_idea_id,
      one.target_idea_id,
    ])
    expect(related).not.to.include(third)
  })

  it('leaves no automatic relation when one of its own making is deleted, in either direction', async () => {
    const mine = { source_idea_id: older, target_idea_id: later, relation_type: 'duplicate' }
    const { status, body } = await user.api.post('/map/relations', mine)
    expect(status).to.equal(201)
    expect((await user.api.delete(`/map/relations/${body.id}`)).status).to.equal(204)
    expect([await pairsOf(user.api), await edgesOf(user.api)]).to.deep.equal([[], []])
  })

  it('leaves a relation to its user who wrote a note on it', async () => {
    const [edge] = await edgesOf(user.api)
    expect((await user.api.patch(`/map/relations/${edge.id}`, { note: 'Ask Ada' })).status).to.equal(200)
    await user.session.patch('/user/me', { settings_json: { duplicate_threshold: 1 } })
    expect(await pairsOf(user.api)).to.deep.equal([])
    const [kept] = await edgesOf(user.api)
    expect(kept).to.include({ id: edge.id, note: 'Ask Ada', score: null })
  })

  it('goes with one of its ideas', async () => {
    expect((await user.api.delete(`/ideas/${older}`)).status).to.equal(200)
    expect(await pairsOf(user.api)).to.deep.equal([])
    const left = await given.database.query('MATCH (d:DuplicatePair {userId: $id}) RETURN d', {
      id: user.user_id,
    })
    expect(left).to.deep.equal([])
  })

  it('is shown from the confidence on that its user has set', async () => {
    const [pair] = await pairsOf(user.api)
    const set = async (duplicate_threshold: unknown) =>
      user.session.patch('/user/me', { settings_json: { duplicate_threshold } })
    for (const bad of [0.49, 1.01, '0.9', null, true]) {
      const { status, body } = await set(bad)
      expect(status, String(bad)).to.equal(400)
      expect(body.details[0].path).to.equal('settings_json.duplicate_threshold')
    }
    expect((await set(1)).status).to.equal(200)
    expect(await pairsOf(user.api)).to.deep.equal([])
    expect(await edgesOf(user.api)).to.deep.equal([])
    expect((await set(0.5)).status).to.equal(200)
    expect(await pairsOf(user.api)).to.deep.equal([pair])
    expect(await edgesOf(user.api)).to.have.lengthOf(1)
  })

  it('goes by the threshold that is set, not by one that a request sends again', async () => {
    const once = user.session.with({ 'Idempotency-Key': 'strict' })
    const strict = { settings_json: { duplicate_threshold: 1 } }
    expect((await once.patch('/user/me', strict)).status).to.equal(200)
    await user.session.patch('/user/me', { settings_json: { duplicate_threshold: 0.5 } })
    expect((await once.patch('/user/me', strict)).status).to.equal(200)
    expect(await pairsOf(user.api)).to.have.lengthOf(1)
  })

  it('is listed page by page, the newest first', async () => {
    const { api } = user
    await compared(api, { title: 'PDF export of notes', body: SAME.body })
    const all = await pairsOf(api)
    expect(all.length).to.be.within(2, 3)
    expect(all.map(({ id }) => id)).to.deep.equal(all.map(({ id }) => id).toSorted((a, b) => b - a))
    const pages = []
    for (const offset of all.keys()) pages.push(...(await pairsOf(api, `?limit=1&offset=${offset}`)))
    expect(pages).to.deep.equal(all)
    const { headers } = await api.get('/ideas/duplicates?limit=1')
    expect(headers.get('x-total-count')).to.equal(String(all.length))
    for (const query of ['?limit=0', '?limit=101', '?offset=-1']) {
      expect((await api.get(`/ideas/duplicates${query}`)).status, query).to.equal(400)
    }
  })

  it('is told with everything in an export, and comes back by an import', async () => {
    const [pair] = await pairsOf(user.api)
    const { body: file } = await user.api.post('/user/export')
    expect(file.duplicates).to.have.lengthOf(1)
    expect(file.duplicates[0]).to.include({ confidence: pair.confidence, status: 'pending' })
    expect(file.duplicates[0].reasons).to.deep.equal(pair.reasons)
    const other = await given.service.createUser('pro')
    expect((await other.api.post('/user/import', file)).status).to.equal(200)
    const [restored] = await pairsOf(other.api)
    expect(restored).to.deep.include({ confidence: pair.confidence, reasons: pair.reasons })
    expect(await edgesOf(other.api)).to.have.lengthOf(1)
  })
})

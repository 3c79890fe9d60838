import { expect } from 'chai'
import { importFile, importLines } from '../imports/import-client.ts'
import { givenModelStack, type ModelStack } from '../indexing/model-stack.ts'
import { until } from '../indexing/stack.ts'
import { readMigrations } from '../../../src/platform/graph/migrations.ts'
import { logLines } from '../../support/log-lines.ts'
import type { TestUser } from '../../support/service.ts'
import { compared, DARK, edgesOf, NIGHT, pairsOf, rewritten, settled } from './detecting.ts'

const OTHER = { title: 'Water the tomatoes by a timer', body: 'A valve that opens every evening at eight.' }

describe('The detection of duplicates', () => {
  let given: ModelStack
  let user: TestUser
  const log = logLines()
  givenModelStack(
    (stack) => (given = stack),
    () => ({}),
    { log: log.log },
  )
  beforeEach(async () => {
    user = await given.service.createUser('pro')
  })

  it('finds an idea that says the same in other words, and relates the two', async () => {
    const { api } = user
    const older = await compared(api, DARK)
    await compared(api, OTHER)
    const later = await compared(api, NIGHT)
    const [pair, ...rest] = await pairsOf(api)
    expect(rest).to.deep.equal([])
    expect(pair).to.include({
      idea_id: later,
      duplicate_of_id: older,
      status: 'pending',
      idea_title: NIGHT.title,
      duplicate_of_title: DARK.title,
    })
    expect(pair.similarity_score).to.be.within(0.6, 1)
    expect(pair.confidence).to.be.within(0.5, 1)
    expect(pair.reasons).to.have.length.within(1, 4)
    const [edge, ...others] = await edgesOf(api)
    expect(others).to.deep.equal([])
    expect(edge).to.include({ source: later, target: older, note: null, score: pair.similarity_score })
  })

  it('tells how near an idea is that the index has nothing of, and words alone brought here', async () => {
    const older = await compared(user.api, DARK)
    // As where its embedding was given up.
    await given.database.query('MATCH (:Idea {id: toInteger($older)})-[:HAS_PASSAGE]->(p) DETACH DELETE p', {
      older,
    })
    await compared(user.api, NIGHT)
    const [pair] = await pairsOf(user.api)
    expect(pair).to.include({ duplicate_of_id: older })
    expect(pair.similarity_score).to.be.within(0.6, 1)
  })

  it('leaves alone what only has a number in common with another pattern', async () => {
    const { api } = user
    for (const title of [
      'Minutes of the board, meeting 41',
      'Minutes of the board, meeting 42',
      OTHER.title,
    ]) {
      await compared(api, { title })
    }
    expect(await pairsOf(api)).to.deep.equal([])
    expect(await edgesOf(api)).to.deep.equal([])
  })

  it('finds equal ideas that were made at the same time, once', async () => {
    const { api } = user
    const made = await Promise.all([1, 2].map(async () => api.post('/ideas?force=true', DARK)))
    const ids = made.map(({ body }) => body.id as number).sort((a, b) => a - b)
    for (const id of ids) await settled(api, id)
    const pairs = await pairsOf(api)
    expect(pairs).to.have.lengthOf(1)
    expect([pairs[0].idea_id, pairs[0].duplicate_of_id].sort((a, b) => a - b)).to.deep.equal(ids)
    expect(await edgesOf(api)).to.have.lengthOf(1)
  })

  it('withdraws a pair when an edit has made it two, and shows the same one again when it is one again', async () => {
    const { api } = user
    const older = await compared(api, DARK)
    const later = await compared(api, NIGHT)
    const [pair] = await pairsOf(api)
    await rewritten(api, later, OTHER)
    expect(await pairsOf(api)).to.deep.equal([])
    expect(await edgesOf(api)).to.deep.equal([])
    await rewritten(api, later, NIGHT)
    const [again] = await pairsOf(api)
    expect(again).to.deep.equal(pair)
    expect((await edgesOf(api)).map(({ source, target }) => [source, target])).to.deep.equal([[later, older]])
  })

  it('never raises again what was dismissed', async () => {
    const { api } = user
    await compared(api, DARK)
    const later = await compared(api, NIGHT)
    const [pair] = await pairsOf(api)
    for (const _ of [1, 2]) {
      const { status, body } = await api.post(`/ideas/duplicates/${pair.id}/dismiss`)
      expect([status, body]).to.deep.equal([200, { success: true }])
    }
    expect(await edgesOf(api)).to.deep.equal([])
    await rewritten(api, later, { body: `${NIGHT.body} And in the reader.` })
    await rewritten(api, later, NIGHT)
    expect(await pairsOf(api)).to.deep.equal([])
    expect(await edgesOf(api)).to.deep.equal([])
  })

  it('says nothing of the ideas of others', async () => {
    const other = await given.service.createUser()
    await compared(other.api, DARK)
    await compared(user.api, DARK)
    await compared(user.api, OTHER)
    expect(await pairsOf(user.api)).to.deep.equal([])
    expect(await pairsOf(other.api)).to.deep.equal([])
    await compared(other.api, NIGHT)
    const [pair] = await pairsOf(other.api)
    expect((await user.api.post(`/ideas/duplicates/${pair.id}/dismiss`)).status).to.equal(404)
    expect(await pairsOf(other.api)).to.deep.equal([pair])
  })

  it('compares what was imported with what is there and with itself', async () => {
    const { api } = user
    await compared(api, DARK)
    const { status } = await importLines(api, [
      NIGHT,
      OTHER,
      { title: 'A valve for the tomatoes', body: OTHER.body },
    ])
    expect(status).to.equal(200)
    await until(
      async () => (await given.database.query('MATCH (o:Outbox) RETURN o.ideaId LIMIT 1')).length === 0,
    )
    const titles = (await pairsOf(api)).map((pair) => [pair.idea_title, pair.duplicate_of_title].sort())
    expect(titles).to.have.deep.members([
      [DARK.title, NIGHT.title].sort(),
      ['A valve for the tomatoes', OTHER.title].sort(),
    ])
  })

  it('judges pending pairs once again after an upgrade to another judge', async () => {
    const { api } = user
    await compared(api, DARK)
    await compared(api, NIGHT)
    const [pair] = await pairsOf(api)
    const aged = 'MATCH (d:DuplicatePair {id: $id}) SET d.confidence = 0.51, d.reasons = ["of old"]'
    await given.database.query(aged, { id: pair.id })
    const upgrade = (await readMigrations()).find(({ name }) => name === 'judge_again')
    for (const statement of upgrade?.statements ?? []) await given.database.query(statement, {})
    await until(async () => (await pairsOf(api))[0]?.confidence !== 0.51)
    expect(await pairsOf(api)).to.deep.equal([pair])
  })

  it('compares an idea with 28 others at most, however many there are', async () => {
    const { api } = user
    const lines = Array.from({ length: 60 }, (_, at) => ({
      title: `Water the tomatoes of bed ${at}`,
      body: 'A valve with a timer does it every evening.',
    }))
    expect((await importLines(api, lines)).status).to.equal(200)
    await until(
      async () => (await given.database.query('MATCH (o:Outbox) RETURN o.ideaId LIMIT 1')).length === 0,
    )
    const counts = log.lines.flatMap(({ msg, userId, others }) =>
      msg === 'compared' && userId === user.user_id ? [Number(others)] : [],
    )
    expect(counts).to.have.lengthOf(60)
    // Twice ten that are near by meaning, and eight by words.
    expect(Math.max(...counts)).to.be.within(5, 28)
  })

  it('judges more than 50 pending pairs of an idea that is changed', async () => {
    const { api, user_id: id } = user
    const others = Array.from({ length: 60 }, (_, at) => ({
      id: at + 2,
      title: `Water bed ${at}`,
      body: 'By a valve.',
    }))
    const duplicates = others.map((other) => ({
      idea_id: other.id,
      duplicate_of_id: 1,
      similarity_score: 0.9,
      status: 'withdrawn',
    }))
    expect((await importFile(api, { ideas: [{ id: 1, ...DARK }, ...others], duplicates })).status).to.equal(
      200,
    )
    await until(
      async () => (await given.database.query('MATCH (o:Outbox) RETURN o.ideaId LIMIT 1')).length === 0,
    )
    const subject = (await api.get('/map')).body.nodes.find(
      ({ title }: { title: string }) => title === DARK.title,
    )
    const pairs = `MATCH (d:DuplicatePair {userId: $id})-[:FLAGS|DUPLICATE_OF]->(:Idea {id: $subject})`
    const of = { id, subject: subject.id }
    await given.database.query(`${pairs} SET d.status = 'pending', d.confidence = 0.6`, of)
    await rewritten(api, subject.id, { title: NIGHT.title, body: NIGHT.body })
    const counted = `${pairs} WHERE d.status = 'pending' RETURN count(d) AS pending`
    expect(await given.database.query(counted, of)).to.deep.equal([{ pending: 0 }])
  })

  it('keeps what a file says of pairs that were found while it was imported', async () => {
    const { api } = user
    const file = {
      ideas: [
        { id: 1, ...DARK },
        { id: 2, ...NIGHT },
        // They are written in batches, in which nothing else happens to these.
        ...Array.from({ length: 3_000 }, (_, at) => ({ id: at + 3, title: `Old ${at}`, archived: true })),
      ],
      relations: [{ source_idea_id: 2, target_idea_id: 1, relation_type: 'duplicate', score: 0.9 }],
      duplicates: [{ idea_id: 2, duplicate_of_id: 1, similarity_score: 0.9, status: 'dismissed' }],
    }
    const reply = await importFile(api, file)
    expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
    await until(
      async () => (await given.database.query('MATCH (o:Outbox) RETURN o.ideaId LIMIT 1')).length === 0,
    )
    const { duplicates, relations } = (await api.post('/user/export')).body
    expect(duplicates.map(({ status }: { status: string }) => status)).to.deep.equal(['dismissed'])
    expect(relations).to.deep.equal([])
  })
})

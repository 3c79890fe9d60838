import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { readCsv } from '../exports/csv-reader.ts'
import { exportGraph, exportJson } from '../exports/files.ts'
import { importLines } from './import-client.ts'

const DAY_MS = 24 * 60 * 60_000
const DATES = [
  '0001-01-01T00:00:00.000Z',
  '1582-10-15T12:00:00.000Z',
  '1969-07-20T20:17:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '2020-02-29T00:00:00.000Z',
  new Date(Date.now() + DAY_MS - 60_000).toISOString(),
]

type Titled = { title: string; created_at: string }

describe('A date in a file', () => {
  it('may be of any form of ISO 8601 that other programs write, with a time zone', async () => {
    const { api } = await newUser()
    const forms = [
      '2021-03-04T05:06:07.5+02:00',
      '2021-03-04T05:06:07.500+0200',
      '2021-03-04T05:06:07,5+02',
      '2021-03-04 03:06:07.5z',
    ]
    const lines = [...forms, '2021-03-04T03:06Z'].map((form) => ({ title: form, created_at: form }))
    expect((await importLines(api, lines)).status).to.equal(200)
    const ideas: Titled[] = (await api.get('/ideas')).body
    const times = new Map(ideas.map(({ title, created_at: time }) => [title, time]))
    for (const form of forms) expect(times.get(form), form).to.equal('2021-03-04T03:06:07.500Z')
    expect(times.get('2021-03-04T03:06Z')).to.equal('2021-03-04T03:06:00.000Z')
    for (const wrong of [
      '2021-03-04',
      '2021-03-04T05:06:07',
      '2021-02-30T05:06Z',
      '2021-03-04T05:06+2',
      '',
    ]) {
      const { status, body } = await importLines(api, [{ title: 'x', created_at: wrong }])
      expect([status, body.details?.[0].path], wrong).to.deep.equal([400, 'lines.1.created_at'])
    }
  })
})

describe('Imported ideas of any date', () => {
  let api: Client
  beforeEach(async () => {
    api = (await newUser()).api
    const ideas = DATES.map((date, index) => ({
      id: index + 1,
      title: `lighthouse ${date}`,
      created_at: date,
      updated_at: date,
      tags: ['old'],
    }))
    const pairs = DATES.slice(1).map((date, index) => ({
      type: 'duplicate',
      idea_id: index + 2,
      duplicate_of_id: 1,
      similarity_score: 0.9,
      status: 'pending',
      created_at: date,
    }))
    expect((await importLines(api, [...ideas, ...pairs])).body.ideas).to.equal(DATES.length)
  })
  const list = async (path: string): Promise<Titled[]> => (await api.get(path)).body
  const titles = DATES.map((date) => `lighthouse ${date}`)

  it('are in every list, in order', async () => {
    const newest = (await list('/ideas')).map((idea) => idea.created_at)
    expect(newest).to.deep.equal(DATES.toReversed())
    for (const query of [
      'sort=created_at',
      'sort=updated_at',
      'status=captured&sort=created_at',
      'tag=old&sort=created_at',
    ]) {
      expect(
        (await list(`/ideas?${query}`)).map(({ title }) => title),
        query,
      ).to.deep.equal(titles)
    }
  })

  it('are on the map, in searches, pairs and every export', async () => {
    const { nodes } = (await api.get('/map')).body
    expect(nodes.map(({ created_at: at }: Titled) => at)).to.have.members(DATES)
    const { results } = (await api.get('/ideas/search?q=lighthouse&mode=keyword')).body
    expect(results.map(({ title }: Titled) => title)).to.have.members(titles)
    const pairs = (await api.get('/ideas/duplicates')).body
    expect(JSON.stringify(pairs)).to.contain(DATES[1])
    expect((await exportJson(api)).ideas.map(({ created_at: at }) => at)).to.deep.equal(DATES)
    const cells = readCsv(String((await api.post('/user/export/csv')).body))
    expect(cells.map(({ created_at: at }) => at)).to.deep.equal(DATES)
    for (const format of ['graphml', 'gexf', 'cypher']) {
      const file = await exportGraph(api, format)
      for (const date of DATES) expect(file, format).to.contain(date)
    }
  })

  it('can be merged, and restored', async () => {
    const [old, older] = (await exportJson(api)).ideas
    expect((await api.post(`/ideas/${older?.id}/merge`, { absorb_id: old?.id })).status).to.equal(200)
    expect((await list('/ideas')).length).to.equal(DATES.length - 1)
    const restored = await api.post(`/ideas/${older?.id}/unmerge`, { absorbed_id: old?.id })
    expect(restored.status, JSON.stringify(restored.body)).to.equal(200)
    expect((await list('/ideas')).map((idea) => idea.created_at)).to.deep.equal(DATES.toReversed())
  })

  it('do not move the dates of ideas that are made after them', async () => {
    const before = Date.now()
    const made = await newIdea(api, { title: 'New' })
    expect(Date.parse(made.created_at)).to.be.within(before, Date.now())
    const imported = await importLines(api, [{ title: 'Undated' }, { title: 'Undated, too' }])
    expect(imported.body.ideas).to.equal(2)
    const [, last, first, ...rest] = (await list('/ideas')).map((idea) => Date.parse(idea.created_at))
    expect([last, first, rest[0]]).to.satisfy(
      ([a, b, c]: number[]) => Number(a) > Number(b) && Number(b) > Number(c),
    )
    expect(last).to.be.within(before, Date.now() + 10)
  })

  it('are refused before the year 1 and beyond a day ahead', async () => {
    for (const date of [
      '0000-12-31T23:59:59Z',
      new Date(Date.now() + DAY_MS + 60_000).toISOString(),
      '9999-12-31T23:59:59Z',
    ]) {
      const reply = await importLines(api, [{ title: 'A', created_at: date }])
      expect([reply.status, reply.body.details?.[0]?.path], date).to.deep.equal([400, 'lines.1.created_at'])
    }
    for (const created of [{}, { created_at: '2020-01-01T00:00:00Z' }]) {
      const { body } = await importLines(api, [
        { title: 'A', updated_at: '9999-12-31T23:59:59Z', ...created },
      ])
      expect(body.details[0].path).to.equal('lines.1.updated_at')
    }
  })
})

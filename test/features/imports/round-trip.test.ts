import { expect } from 'chai'
import fc from 'fast-check'
import type { Export } from '../../../src/features/exports/schema.ts'
import type { Client } from '../../support/client.ts'
import { newUser } from '../../support/service.ts'
import { readCsv } from '../exports/csv-reader.ts'
import { allIdeas, exportJson } from '../exports/files.ts'
import { importFile } from './import-client.ts'
import { accountFile } from './random-account.ts'

/** A file without its ids and the time of its making: ideas are called by their places. */
function withoutIds(file: Export): unknown {
  const places = new Map(file.ideas.map(({ id }, place) => [id, place]))
  const called = (record: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries<unknown>({ ...record, id: undefined }).map(([name, value]) => [
          name,
          /_id$|^merged_into$/.test(name) && value !== null ? places.get(value as number) : value,
        ]),
      ),
    )
  return {
    ideas: file.ideas.map(called),
    tags: file.tags.map(called).sort(),
    relations: file.relations.map(called).sort(),
    links: file.links.map(called).sort(),
    duplicates: file.duplicates.map(called).sort(),
  }
}

/** What people do in the meantime: nothing of it may be lost either. */
async function live(api: Client): Promise<void> {
  const [first, second] = (await api.get('/ideas')).body
  if (first === undefined) return
  await api.patch(`/ideas/${first.id}`, { title: 'Changed by hand', add_tags: ['by hand'] })
  await api.post(`/ideas/${first.id}/links`, { url: 'https://example.org/by-hand' })
  const { body: made } = await api.post('/ideas', { title: 'New by hand', parent_id: first.id })
  await api.post('/map/relations', { source_idea_id: made.id, target_idea_id: first.id })
  if (second !== undefined) await api.delete(`/ideas/${second.id}`)
  await api.patch('/tags/one', { name: 'uno', color: '#123456' })
}

/** Some fields of records, as texts in order. */
function sorted(records: readonly Readonly<Record<string, unknown>>[], ...fields: string[]): string[] {
  return records.map((record) => JSON.stringify(fields.map((name) => record[name]))).toSorted()
}

/** The active ideas of an account as each way of reading shows them, in an order that does not depend on ids. */
async function views(api: Client): Promise<Record<string, string[]>> {
  const [listed, { body: map }, { body: found }, { body: csv }] = await Promise.all([
    allIdeas(api),
    api.get('/map'),
    api.get('/ideas/search?q=lighthouse&mode=keyword&limit=100'),
    api.post('/user/export/csv'),
  ])
  return {
    list: sorted(listed, 'title', 'created_at'),
    map: sorted(map.nodes, 'title', 'created_at'),
    search: sorted(found.results, 'title', 'created_at'),
    csv: sorted(readCsv(String(csv)), 'title', 'created_at'),
    cells: sorted(
      readCsv(String(csv)),
      'title',
      'body',
      'status',
      'source',
      'source_url',
      'tags',
      'updated_at',
    ),
  }
}

const RUNS = 25

describe('An export that is imported into an empty account', () => {
  it('makes the same account, but for ids', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(accountFile, async (random) => {
        const [a, b] = [await newUser(), await newUser()]
        const made = await importFile(a.api, random)
        expect(made.status, JSON.stringify(made.body)).to.equal(200)
        expect(made.body).to.deep.include({
          ideas: random.ideas.length,
          relations: random.relations.length,
          links: random.links.length,
          duplicates: random.duplicates.length,
        })
        await live(a.api)
        const file = await exportJson(a.api)
        const restored = await importFile(b.api, file)
        expect(restored.status, JSON.stringify(restored.body)).to.equal(200)
        expect(restored.body.rejected).to.deep.equal([])
        expect(withoutIds(await exportJson(b.api))).to.deep.equal(withoutIds(file))
        const before = await views(a.api)
        const titles = file.ideas
          .filter(({ archived }) => !archived)
          .map(({ title, created_at: at }) => JSON.stringify([title, at]))
          .toSorted()
        for (const view of ['list', 'map', 'csv']) expect(before[view], view).to.deep.equal(titles)
        expect(before['search']).to.deep.equal(titles.filter((title) => title.includes('lighthouse')))
        expect(await views(b.api)).to.deep.equal(before)
        runs += 1
      }),
      { numRuns: RUNS, verbose: true },
    )
    process.stdout.write(`    ${runs} random accounts\n`)
    expect(runs).to.be.at.least(RUNS)
  })
})

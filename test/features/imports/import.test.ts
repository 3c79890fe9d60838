import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { importFile, importLines } from './import-client.ts'

const NOTHING = {
  repeated: false,
  dry_run: false,
  ideas: 0,
  tags: 0,
  links: 0,
  relations: 0,
  duplicates: 0,
  rejected: [],
  rejected_count: 0,
}
const counts = (more: Readonly<Record<string, number>>) => ({ ...NOTHING, ...more })

describe('POST /api/v1/user/import', () => {
  let api: Client
  beforeEach(async () => {
    api = (await newUser()).api
  })
  const ideas = async (): Promise<Record<string, unknown>[]> => (await api.get('/ideas?limit=100')).body
  const titles = async (): Promise<unknown[]> => (await ideas()).map(({ title }) => title)

  it('makes ideas of lines, with their tags, links, times, parents and relations', async () => {
    const reply = await importLines(api, [
      { id: 7, title: 'Parent', created_at: '2020-01-01T00:00:00.000Z' },
      {
        type: 'idea',
        id: 3,
        title: ' Child ',
        body: 'Body\u2028with a separator',
        status: 'shipped',
        source: 'web',
        source_url: 'https://example.org',
        tags: ['One', 'two', 'one'],
        parent_id: 7,
        links: [{ url: 'https://example.org/1', title: 'First', link_type: 'code-host-repo' }],
        created_at: '2020-01-02T01:00:00.000+01:00',
        updated_at: '2020-02-01T00:00:00.000Z',
      },
      { type: 'tag', name: 'two', color: '#aabbcc' },
      { type: 'relation', source_idea_id: 3, target_idea_id: 7, relation_type: 'inspires', note: 'why' },
      { type: 'link', idea_id: 7, url: 'https://example.org/2' },
    ])
    expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
    const { import_id: importId, ...report } = reply.body
    expect(importId).to.match(/^[0-9a-f]{64}$/)
    expect(report).to.deep.equal(counts({ ideas: 2, tags: 2, links: 2, relations: 2 }))
    const [child, parent] = await ideas()
    expect(child).to.deep.include({
      title: 'Child',
      body: 'Body\u2028with a separator',
      status: 'shipped',
      source: 'web',
      source_url: 'https://example.org',
      tags: ['One', 'two'],
      parent_id: parent?.['id'],
      created_at: '2020-01-02T00:00:00.000Z',
      updated_at: '2020-02-01T00:00:00.000Z',
    })
    const detail = (await api.get(`/ideas/${String(child?.['id'])}`)).body
    expect(detail.links).to.have.length(1)
    expect(detail.links[0]).to.include({ title: 'First', link_type: 'code-host-repo' })
    expect(
      detail.relations.map((relation: { relation_type: string }) => relation.relation_type),
    ).to.have.members(['parent', 'inspires'])
    expect((await api.get(`/ideas/${String(parent?.['id'])}/links`)).body).to.have.length(1)
    const tags = (await api.get('/tags')).body
    expect(
      tags.map(({ name, color }: { name: string; color: string }) => [name, color]),
    ).to.have.deep.members([
      ['One', null],
      ['two', '#aabbcc'],
    ])
  })

  it('counts what it has made, and what is made later comes after it', async () => {
    await importLines(api, [{ title: 'Imported' }, { title: 'Imported, too' }])
    expect((await api.get('/ideas')).headers.get('x-total-count')).to.equal('2')
    await newIdea(api, { title: 'Newest' })
    expect(await titles()).to.deep.equal(['Newest', 'Imported, too', 'Imported'])
    const times = (await ideas()).map((idea) => idea['created_at'])
    expect(new Set(times).size).to.equal(3)
  })

  it('changes nothing when it is run again, by its content or by its id', async () => {
    for (const query of ['', `?import_id=${randomUUID()}`]) {
      const records = [{ title: `Once ${query}`, tags: ['x'] }]
      const first = await importLines(api, records, query)
      const etag = (await api.get('/map')).headers.get('etag')
      const again = await importLines(api, records, query)
      expect(again.body).to.deep.equal({ ...first.body, repeated: true })
      expect((await api.get('/map')).headers.get('etag')).to.equal(etag)
    }
    expect(await titles()).to.have.length(2)
  })

  it('is made when the same file, which was sent with a wrong media type, comes with the right one', async () => {
    const file = { ideas: [{ id: 1, title: 'Once' }], tags: [], links: [], relations: [] }
    const wrong = await importLines(api, [file], '?mode=continue')
    expect([wrong.body.ideas, wrong.body.rejected_count]).to.deep.equal([0, 1])
    const right = await api.post('/user/import', undefined, {
      raw: `${JSON.stringify(file)}\n`,
      headers: { 'Content-Type': 'application/json' },
    })
    expect([right.body.repeated, right.body.ideas]).to.deep.equal([false, 1])
    expect(await titles()).to.deep.equal(['Once'])
  })

  it('refuses an import id that another file had', async () => {
    await importLines(api, [{ title: 'One' }], '?import_id=mine')
    const reply = await importLines(api, [{ title: 'Two' }], '?import_id=mine')
    expect([reply.status, reply.body.error]).to.deep.equal([422, 'The import id was used for another file'])
    const other = await newUser()
    expect((await importLines(other.api, [{ title: 'Two' }], '?import_id=mine')).status).to.equal(200)
    expect(await titles()).to.deep.equal(['One'])
  })

  it('takes an export file, whatever the order of its lists, and ignores what it does not know', async () => {
    const reply = await importFile(api, {
      relations: [{ id: 1, source_idea_id: 10, target_idea_id: 11, relation_type: 'parent', score: null }],
      unknown: [{ a: [{ b: 1 }] }],
      version: 1,
      ideas: [
        { id: 11, title: 'Child', parent_id: 10, processing: false, tags: [] },
        { id: 10, title: 'Parent', parent_id: null, links: [] },
        { id: 12, title: 'Absorbed', archived: true, merged_into: 10 },
      ],
      duplicates: [{ id: 5, idea_id: 12, duplicate_of_id: 10, similarity_score: 0.9, status: 'merged' }],
      tags: [{ id: 1, name: 'unused', color: null, idea_count: 0, count: 0 }],
    })
    expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
    expect(reply.body).to.deep.include({ ideas: 3, relations: 1, duplicates: 1, tags: 1 })
    expect(await titles()).to.have.members(['Parent', 'Child'])
    expect((await api.get('/ideas')).headers.get('x-total-count')).to.equal('2')
    expect((await api.get('/tags')).body[0]).to.include({ name: 'unused', idea_count: 0 })
  })

  it('keeps a score of duplicates only', async () => {
    const ends = { source_idea_id: 1, target_idea_id: 2, score: 0.9 }
    const relations = ['related', 'duplicate'].map((relation_type) => ({ ...ends, relation_type }))
    await importFile(api, {
      ideas: [
        { id: 1, title: 'One' },
        { id: 2, title: 'Two' },
      ],
      relations,
    })
    const { edges } = (await api.get('/map')).body as { edges: Record<string, unknown>[] }
    const scores = edges.map(({ relation_type: type, score }) => [type, score])
    expect(scores).to.have.deep.members([
      ['related', null],
      ['duplicate', 0.9],
    ])
  })

  it('only tells what it would do with dry_run=true', async () => {
    await newIdea(api, { tags: ['known'] })
    const etag = (await api.get('/map')).headers.get('etag')
    const records = [{ title: 'A', tags: ['known', 'new'], links: [{ url: 'https://example.org' }] }]
    const dry = await importLines(api, records, '?dry_run=true')
    const { import_id: importId, ...report } = dry.body
    expect(report).to.deep.equal({ ...counts({ ideas: 1, tags: 1, links: 1 }), dry_run: true })
    expect((await api.get('/map')).headers.get('etag')).to.equal(etag)
    const real = await importLines(api, records)
    expect(real.body).to.deep.equal({ ...dry.body, dry_run: false, import_id: importId })
  })

  it('keeps users apart', async () => {
    const other = await newUser()
    await importLines(other.api, [{ id: 1, title: 'Theirs', tags: ['theirs'] }])
    await importLines(api, [{ id: 1, title: 'Mine' }])
    expect(await titles()).to.deep.equal(['Mine'])
    expect((await api.get('/tags')).body).to.deep.equal([])
  })
})

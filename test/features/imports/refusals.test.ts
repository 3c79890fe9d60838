import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { importFile, importLines } from './import-client.ts'

/** Two ideas that stand to each other in the same way. */
function circle(type: string): unknown[] {
  return [
    { title: `A ${type}`, id: 1 },
    { title: `B ${type}`, id: 2 },
    { type: 'relation', source_idea_id: 1, target_idea_id: 2, relation_type: type },
    { type: 'relation', source_idea_id: 2, target_idea_id: 1, relation_type: type },
  ]
}

describe('What POST /api/v1/user/import refuses', () => {
  let user: TestUser
  let api: Client
  beforeEach(async () => {
    user = await newUser()
    api = user.api
  })
  const titles = async (): Promise<unknown[]> =>
    (await api.get('/ideas?limit=100')).body.map(({ title }: { title: string }) => title)

  it('judges the whole file before it writes: every bad record is named, and nothing is imported', async () => {
    const reply = await importLines(api, [
      { title: 'Good', id: 1 },
      { title: '', body: 5 },
      { type: 'novel', title: 'x' },
      'text',
      { title: 'Same', id: 1 },
      { type: 'relation', source_idea_id: 1, target_idea_id: 9 },
      { title: 'Orphan', parent_id: 8 },
      { title: 'Later', created_at: '2999-01-01T00:00:00Z' },
      { title: 'Not archived', merged_into: 1 },
      { title: 'Twisted', created_at: '2020-01-02T00:00:00Z', updated_at: '2020-01-01T00:00:00Z' },
      { type: 'link', idea_id: 1, url: 'javascript:alert(1)' },
      { type: 'duplicate', idea_id: 1, duplicate_of_id: 1, similarity_score: 2, status: 'pending' },
    ])
    expect([reply.status, reply.body.code]).to.deep.equal([400, 'validation_error'])
    expect(reply.body.details.map(({ path }: { path: string }) => path)).to.have.members([
      'lines.2.title',
      'lines.2.body',
      'lines.3.type',
      'lines.4',
      'lines.5.id',
      'lines.6.target_idea_id',
      'lines.7.parent_id',
      'lines.8.created_at',
      'lines.9.merged_into',
      'lines.10.updated_at',
      'lines.11.url',
      'lines.12.similarity_score',
    ])
    expect(await titles()).to.deep.equal([])
    expect((await api.get('/tags')).body).to.deep.equal([])
  })

  it('imports what is good and reports the rest with mode=continue', async () => {
    const reply = await importLines(
      api,
      [
        { title: 'A', id: 1 },
        { title: '', id: 2 },
        { title: 'C', id: 3, parent_id: 2 },
        { type: 'relation', source_idea_id: 1, target_idea_id: 3, relation_type: 'blocks' },
        { type: 'relation', source_idea_id: 1, target_idea_id: 3, relation_type: 'blocks' },
        { type: 'relation', source_idea_id: 3, target_idea_id: 1, relation_type: 'blocks' },
        { type: 'relation', source_idea_id: 1, target_idea_id: 2 },
      ],
      '?mode=continue',
    )
    expect(reply.body).to.deep.include({ ideas: 2, relations: 1, rejected_count: 5 })
    expect(reply.body.rejected).to.have.deep.members([
      { record: 'lines.2', path: 'title', message: 'must not be empty' },
      { record: 'lines.3', path: 'parent_id', message: 'refers to no idea of this file' },
      { record: 'lines.5', path: '', message: 'is there twice' },
      { record: 'lines.6', path: '', message: 'would create a cycle' },
      { record: 'lines.7', path: 'target_idea_id', message: 'refers to no idea of this file' },
    ])
    expect(await titles()).to.deep.equal(['C', 'A'])
  })

  it('lets supersedes form a cycle, as its maker may have forced, and nothing else', async () => {
    for (const type of ['blocks', 'parent']) {
      const reply = await importLines(api, circle(type))
      expect(reply.body.details, type).to.deep.equal([{ path: 'lines.4', message: 'would create a cycle' }])
    }
    for (const type of ['supersedes', 'related']) {
      expect((await importLines(api, circle(type))).body.relations, type).to.equal(2)
    }
  })

  it('refuses a cycle that parent_id alone would make', async () => {
    const reply = await importLines(api, [
      { title: 'A', id: 1, parent_id: 2 },
      { title: 'B', id: 2, parent_id: 1 },
    ])
    expect(reply.status).to.equal(400)
    expect(reply.body.details).to.deep.equal([{ path: 'lines.2.parent_id', message: 'would create a cycle' }])
  })

  it('names the first hundred problems, and how many more there are', async () => {
    const reply = await importLines(
      api,
      Array.from({ length: 1_200 }, () => ({ title: '' })),
    )
    expect(reply.status).to.equal(400)
    expect(reply.body.details).to.have.lengthOf(101)
    expect(reply.body.details.at(-1)).to.deep.equal({ path: '', message: 'and 1100 more' })
  })

  it('takes 500 links of an idea, in it and by themselves, and not one more', async () => {
    const urls = Array.from({ length: 500 }, (_, index) => ({ url: `https://example.org/${index}` }))
    const rest = urls.slice(300).map((link) => ({ type: 'link', idea_id: 1, ...link }))
    const idea = { id: 1, title: 'A', links: urls.slice(0, 300) }
    const tooMany = await importLines(api, [idea, ...rest, { type: 'link', idea_id: 1, url: 'a:b' }])
    expect(tooMany.body.details).to.deep.equal([
      { path: 'lines.202.idea_id', message: 'an idea may have at most 500 links' },
    ])
    const inOne = await importLines(api, [{ title: 'A', links: [...urls, { url: 'a:b' }] }])
    expect(inOne.body.details).to.deep.equal([
      { path: 'lines.1.links', message: 'must have at most 500 entries' },
    ])
    expect((await importLines(api, [idea, ...rest])).body.links).to.equal(500)
  })

  it('counts no link that it refuses for its date towards those of its idea', async () => {
    const links = Array.from({ length: 500 }, (_, index) => ({ type: 'link', idea_id: 1, url: `a:${index}` }))
    const late = { type: 'link', idea_id: 1, url: 'a:late', created_at: '9000-01-01T00:00:00Z' }
    const { body } = await importLines(api, [{ id: 1, title: 'A' }, late, ...links], '?mode=continue')
    expect([body.links, body.rejected_count]).to.deep.equal([500, 1])
  })

  it('takes 10,000 relations of an idea, and not one more', async () => {
    const ideas = Array.from({ length: 1_700 }, (_, index) => ({ id: index + 1, title: `Idea ${index}` }))
    const types = ['related', 'parent', 'blocks', 'inspires', 'duplicate', 'supersedes']
    const relations = types.flatMap((type) =>
      ideas.slice(1).map(({ id }) => ({
        type: 'relation',
        source_idea_id: 1,
        target_idea_id: id,
        relation_type: type,
      })),
    )
    const reply = await importLines(api, [...ideas, ...relations], '?mode=continue&dry_run=true')
    expect(reply.body).to.include({ relations: 10_000, rejected_count: relations.length - 10_000 })
    expect(reply.body.rejected[0]).to.deep.equal({
      record: `lines.${ideas.length + 10_001}`,
      path: 'source_idea_id',
      message: 'an idea may have at most 10000 relations',
    })
  })

  it('imports nothing of a file that would pass 10,000 tags of the account', async () => {
    await newIdea(api, { tags: ['first', 'tag 1'] })
    const named = Array.from({ length: 10_000 }, (_, index) => ({ type: 'tag', name: `TAG ${index}` }))
    for (const query of ['', '?dry_run=true', '?mode=continue']) {
      const reply = await importLines(api, [{ title: 'A' }, ...named], query)
      expect([reply.status, reply.body.error]).to.deep.equal([409, 'An account may have at most 10,000 tags'])
    }
    expect((await api.get('/tags')).body).to.have.lengthOf(2)
    expect((await importLines(api, named.slice(1))).body.tags).to.equal(9_998)
    expect((await importLines(api, [{ title: 'A', tags: ['one more'] }])).status).to.equal(409)
    expect((await importLines(api, [{ title: 'A', tags: ['tag 1'] }])).body.ideas).to.equal(1)
  })

  it('ignores lists with the names of what every object has', async () => {
    const reply = await importFile(api, { constructor: [{ a: 1 }], ideas: [{ title: 'A' }] })
    expect([reply.status, reply.body.ideas]).to.deep.equal([200, 1])
  })

  it('names a bad record of an export file by its list and its place', async () => {
    const reply = await importFile(api, { ideas: [{ title: 'A' }, { title: 'B', tags: ['x', ''] }] })
    expect(reply.body.details).to.deep.equal([{ path: 'ideas.1.tags.1', message: 'must not be empty' }])
  })

  it('refuses what is no JSON, no import, or of another type', async () => {
    const send = async (raw: string, type = 'application/json'): Promise<[number, unknown]> => {
      const reply = await api.post('/user/import', undefined, { raw, headers: { 'Content-Type': type } })
      return [reply.status, reply.body.error]
    }
    expect(await send('{"ideas":[{"title":"A"}')).to.deep.equal([400, 'The body is not valid JSON'])
    expect(await send('[]')).to.deep.equal([400, 'Validation failed'])
    expect(await send('{"ideas":[1]}')).to.deep.equal([400, 'Validation failed'])
    expect((await send('title,body', 'text/csv'))[0]).to.equal(415)
    expect((await importLines(api, [], '?mode=maybe')).status).to.equal(400)
    expect((await importLines(api, [], '?import_id=')).status).to.equal(400)
    expect(await titles()).to.deep.equal([])
  })

  it('needs the scope to write', async () => {
    const key = (await user.session.post('/user/api-keys', { scopes: ['ideas:read'] })).body.key
    const reply = await importLines(api.with({ 'X-API-Key': key }), [{ title: 'A' }])
    expect(reply.status).to.equal(403)
  })

  it('the second of two pairs of the same ideas, but not the rest of the file', async () => {
    const ideas = [1, 2].map((id) => ({ id, title: `Idea ${id}` }))
    const pair = { similarity_score: 0.9, status: 'pending' }
    const duplicates = [
      { ...pair, idea_id: 2, duplicate_of_id: 1 },
      { ...pair, idea_id: 1, duplicate_of_id: 2, status: 'dismissed' },
    ]
    const { status, body } = await api.post('/user/import', { ideas, duplicates })
    expect([status, body.duplicates, body.rejected]).to.deep.equal([
      200,
      1,
      [{ record: 'duplicates.1', path: '', message: 'is there twice' }],
    ])
    expect((await api.get('/ideas/duplicates')).body.duplicates).to.have.length(1)
  })

  it('a pair of duplicates that is wrong, but not a good one of the same ideas behind it', async () => {
    const ideas = [1, 2].map((id) => ({ id, title: `Idea ${id}` }))
    const pair = { similarity_score: 0.9, status: 'pending', idea_id: 2, duplicate_of_id: 1 }
    const duplicates = [{ ...pair, created_at: '2999-01-01T00:00:00Z' }, pair]
    const { body } = await api.post('/user/import?mode=continue', { ideas, duplicates })
    expect([body.duplicates, body.rejected_count, body.rejected[0].path]).to.deep.equal([1, 1, 'created_at'])
  })

  it('a file that a later version has written', async () => {
    const { status, body } = await api.post('/user/import', { version: 2, ideas: [{ title: 'A' }] })
    expect([status, body.details?.[0].path]).to.deep.equal([400, 'version'])
  })

  it('a list of records that is none', async () => {
    for (const ideas of [{ title: 'a' }, 'x', 5, null]) {
      const { status, body } = await api.post('/user/import', { ideas })
      expect([status, body.details?.[0]?.path], JSON.stringify(ideas)).to.deep.equal([400, 'ideas'])
    }
  })

  it('a file of another program, which has no list that it knows', async () => {
    const bookmarks = [{ title: 'Of another program' }]
    for (const file of [{ version: 2, bookmarks }, { bookmarks: [] }, { version: 2 }, {}]) {
      const { status, body } = await api.post('/user/import', file)
      expect([status, body.details], JSON.stringify(file)).to.deep.equal([
        400,
        [{ path: '', message: 'must have one of the lists ideas, tags, relations, links, duplicates' }],
      ])
    }
    expect((await api.post('/user/import', { ideas: [{ title: 'A' }], bookmarks })).status).to.equal(200)
  })

  it('an unreadable date once, and says nothing of another', async () => {
    const { body } = await importLines(api, [{ title: 'x', created_at: 'yesterday' }])
    expect(body.details.map(({ path }: { path: string }) => path)).to.deep.equal(['lines.1.created_at'])
  })
})

import { expect } from 'chai'
import fc from 'fast-check'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newIdeaIds } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { readCsv } from './csv-reader.ts'
import { allIdeas } from './files.ts'

const HEADER = 'id,title,body,status,source,source_url,tags,parent_id,created_at,updated_at'

describe('POST /api/v1/user/export/csv', () => {
  let user: TestUser
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await newUser()
  })
  const csv = async (): Promise<string> => {
    const { status, body } = await user.api.post('/user/export/csv')
    expect(status).to.equal(200)
    return String(body)
  }
  const records = async (): Promise<Record<string, string>[]> => readCsv(await csv())

  it('is its header alone for an empty account', async () => {
    expect(await csv()).to.equal(`${HEADER}\r\n`)
  })

  it('has a line that ends in CRLF for each active idea', async () => {
    const { api } = user
    const [parent, gone] = await newIdeaIds(api, 2)
    const tags = ['one', 'two']
    const fields = { title: 'A', body: 'B', source_url: 'https://example.org', parent_id: parent, tags }
    const idea = await newIdea(api, fields)
    await database.query('MATCH (i:Idea {id: $gone}) SET i.archived = true', { gone })
    const lines = (await csv()).split('\r\n')
    expect(lines).to.have.lengthOf(4)
    expect([lines[0], lines[3]]).to.deep.equal([HEADER, ''])
    const times = `${idea.created_at},${idea.updated_at}`
    expect(lines[2]).to.equal(`${idea.id},A,B,captured,api,https://example.org,one; two,${parent},${times}`)
  })

  it('quotes cells that hold a line feed, a carriage return, a comma or a quote', async () => {
    const bodies = ['a\nb', 'a\rb', 'a\r\nb', 'a,b', 'a"b', '"', '\n', 'a\n']
    for (const body of bodies) await newIdea(user.api, { body })
    expect((await records()).map(({ body }) => body)).to.deep.equal(bodies)
  })

  it('marks cells that a spreadsheet would take for formulas, and those that look marked, and no others', async () => {
    const dangerous = ['=1+1', '+1', '-1', '@a', "'=1", "''-1"]
    const harmless = ["'a", 'a=1', '1-1', '＝1']
    for (const title of [...dangerous, ...harmless]) await newIdea(user.api, { title })
    for (const body of ['\tx', '\rx', '=x', '\nx']) await newIdea(user.api, { body, tags: ['-t'] })
    const found = await records()
    expect(found.slice(0, 10).map(({ title }) => title)).to.deep.equal([
      ...dangerous.map((title) => `'${title}`),
      ...harmless,
    ])
    expect(found.slice(10).map(({ body }) => body)).to.deep.equal(["'\tx", "'\rx", "'=x", '\nx'])
    expect(found[10]?.['tags']).to.equal("'-t")
  })

  it('says of every idea what lists say', async () => {
    const awkward = fc.string({ unit: fc.constantFrom(...'"\',;=+-@\t\r\n \0a漢', '😀', '\u2028') })
    const Fields = fc.record({
      title: awkward.map((title) => `t${title}`),
      body: awkward,
      tags: fc.array(
        awkward.map((name) => `${name}t`),
        { maxLength: 3 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(Fields, { minLength: 1, maxLength: 8 }), async (ideas) => {
        user = await newUser()
        for (const fields of ideas)
          expect((await user.api.post('/ideas?force=true', fields)).status).to.equal(201)
        const expected = (await allIdeas(user.api)).map((idea) => ({
          id: String(idea.id),
          title: guarded(idea.title),
          body: guarded(idea.body),
          status: idea.status,
          source: idea.source,
          source_url: '',
          tags: guarded(idea.tags.join('; ')),
          parent_id: '',
          created_at: idea.created_at,
          updated_at: idea.updated_at,
        }))
        expect(await records()).to.deep.equal(expected)
      }),
      { numRuns: 15 },
    )
  })
})

function guarded(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

import { expect } from 'chai'
import type { Reply } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newRelation } from '../../support/factories.ts'
import { sharedService, type TestUser } from '../../support/service.ts'

const etagOf = (reply: Reply): string => reply.headers.get('etag') ?? ''

describe('The ETag of an idea', () => {
  let user: TestUser
  let id: number
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  before(async () => {
    user = await (await sharedService()).createUser()
  })
  beforeEach(async () => {
    id = (await newIdea(user.api)).id
  })
  const get = async (ifNoneMatch?: string): Promise<Reply> =>
    user.api.get(
      `/ideas/${id}`,
      ifNoneMatch === undefined ? {} : { headers: { 'If-None-Match': ifNoneMatch } },
    )
  const patch = async (ifMatch: string, body: unknown = { title: 'Changed' }): Promise<Reply> =>
    user.api.patch(`/ideas/${id}`, body, { headers: { 'If-Match': ifMatch } })

  const remove = async (ifMatch: string): Promise<number> =>
    (await user.api.delete(`/ideas/${id}`, { headers: { 'If-Match': ifMatch } })).status

  it('is strong, and stays while the idea does', async () => {
    const first = await get()
    expect(etagOf(first)).to.match(/^"[\w-]+"$/)
    await newIdea(user.api)
    expect(etagOf(await get())).to.equal(etagOf(first))
  })

  it('answers 304 without a body when If-None-Match names it', async () => {
    const tag = etagOf(await get())
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const reply = await get(header)
      expect([reply.status, reply.body, etagOf(reply)], header).to.deep.equal([304, undefined, tag])
    }
    expect((await get('"other"')).status).to.equal(200)
  })

  it('changes with everything that the answer shows', async () => {
    const other = await newIdea(user.api)
    let before = etagOf(await get())
    const changes: readonly (() => Promise<unknown>)[] = [
      async () => user.api.patch(`/ideas/${id}`, { body: 'More' }),
      async () => user.api.patch(`/ideas/${id}`, { add_tags: ['one'] }),
      async () => user.api.patch('/tags/one', { name: 'two' }),
      async () => user.api.post(`/ideas/${id}/links`, { url: 'https://example.org' }),
      async () => newRelation(user.api, other.id, 'parent', id),
      async () => user.api.delete(`/ideas/${other.id}`),
    ]
    for (const change of changes) {
      await change()
      const after = etagOf(await get())
      expect(after).not.to.equal(before)
      before = after
    }
  })

  it('says that work is under way in the answers of a create, of a change and of a get alike', async () => {
    const created = await user.api.post('/ideas', { title: 'New with an ETag' })
    expect(etagOf(created)).to.match(/^"[\w-]+-processing"$/)
    id = created.body.id
    expect(etagOf(await get())).to.equal(etagOf(created))
    const changed = await patch('*')
    expect(etagOf(changed)).to.equal(etagOf(await get()))
  })

  it('lets a change with If-Match happen once: the second who read the same answers 412 and changes nothing', async () => {
    const tag = etagOf(await get())
    expect((await patch(tag, { title: 'Mine' })).status).to.equal(200)
    const refused = await patch(tag, { title: 'Theirs', add_tags: ['theirs'] })
    expect([refused.status, refused.body]).to.deep.equal([412, { error: 'The idea was changed meanwhile' }])
    const { body } = await get()
    expect(body).to.deep.include({ title: 'Mine', tags: [] })
  })

  it('lets exactly one of many parallel changes with the same If-Match happen', async () => {
    const tag = etagOf(await get())
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => patch(tag, { title: `Change ${index}` })),
    )
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(7).fill(412)])
  })

  it('counts as the same for If-Match before and after the work on a new idea', async () => {
    const created = await user.api.post('/ideas', { title: 'New and changed at once' })
    id = created.body.id
    expect((await patch(etagOf(created), { body: 'One' })).status).to.equal(200)
  })

  it('changes with what the detection of duplicates adds and takes back, which does not count for If-Match', async () => {
    const other = await newIdea(user.api)
    const before = await get()
    const made = `MATCH (i:Idea {id: $id}), (other:Idea {id: $other})
      CREATE (i)-[:DUPLICATE {id: 9000000000 + $id, note: null, createdAt: 1, score: 0.9}]->(other)`
    await database.query(made, { id, other: other.id })
    const during = await get()
    expect(during.body.relations[0]).to.include({ relation_type: 'duplicate', score: 0.9 })
    expect(etagOf(during))
      .to.match(/^"[\w.-]+"$/)
      .and.not.equal(etagOf(before))
    expect((await patch(etagOf(before), { body: 'One' })).status).to.equal(200)
    const changed = await get()
    for (const stale of [before, during]) expect((await patch(etagOf(stale))).status).to.equal(412)
    await database.query('MATCH (:Idea {id: $id})-[r:DUPLICATE]->() DELETE r', { id })
    expect(etagOf(await get())).not.to.equal(etagOf(changed))
    expect((await patch(etagOf(changed), { body: 'Two' })).status).to.equal(200)
    const again = await get()
    await newRelation(user.api, id, 'duplicate', other.id)
    expect((await patch(etagOf(again))).status).to.equal(412)
  })

  it('is compared strongly by If-Match', async () => {
    const tag = etagOf(await get())
    expect((await patch(`W/${tag}`)).status).to.equal(412)
    expect((await patch(`"other", ${tag}`)).status).to.equal(200)
    expect((await patch('*')).status).to.equal(200)
  })

  it('guards an empty change and a deletion, too', async () => {
    expect((await patch('"other"', {})).status).to.equal(412)
    expect(await remove('"other"')).to.equal(412)
    // A client whose ETag is empty asked for a condition, too.
    expect(await remove('')).to.equal(412)
    const tag = etagOf(await get())
    expect(await remove(tag)).to.equal(200)
    expect(await remove(tag)).to.equal(404)
    expect((await patch(tag)).status).to.equal(404)
  })
})

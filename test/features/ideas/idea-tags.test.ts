import { expect } from 'chai'
import { TAGS_PER_ACCOUNT } from '../../../src/features/tags/schema.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { brokenFields, newIdea, UNKNOWN_ID } from '../../support/factories.ts'
import { fillTags, removeFilled } from '../../support/filling.ts'
import { newUser, type TestUser } from '../../support/service.ts'

const names = (count: number, prefix = 't'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe('Tags of an idea', () => {
  let user: TestUser
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await newUser()
  })
  const allTags = async (): Promise<[string, number][]> =>
    (await user.api.get('/tags')).body.map((tag: { name: string; idea_count: number }) => [
      tag.name,
      tag.idea_count,
    ])

  it('of an idea that is not there are 404, also where the account has no room for tags', async () => {
    await fillTags(database, user.user_id, TAGS_PER_ACCOUNT)
    expect((await user.api.patch(`/ideas/${UNKNOWN_ID}`, { tags: ['new'] })).status).to.equal(404)
    await removeFilled(database, user.user_id)
  })

  it('come into being when they are used, on create and on update', async () => {
    const { id } = await newIdea(user.api, { tags: ['new'] })
    await user.api.patch(`/ideas/${id}`, { add_tags: ['newer'] })
    expect(await allTags()).to.deep.equal([
      ['new', 1],
      ['newer', 1],
    ])
  })

  it('keep their order and the spelling of their first use', async () => {
    await newIdea(user.api, { tags: ['Éclair', 'zebra'] })
    const { tags } = await newIdea(user.api, { tags: [' ZEBRA ', 'other', 'e\u0301clair'] })
    expect(tags).to.deep.equal(['zebra', 'other', 'Éclair'])
    expect(await allTags()).to.have.length(3)
  })

  it('are folded when one request repeats them, before the limit of 20', async () => {
    const repeated = [...names(20), 'T0', ' t1 ', 't2']
    expect((await newIdea(user.api, { tags: repeated })).tags).to.deep.equal(names(20))
    const { id, tags } = await newIdea(user.api, { tags: ['New', 'NEW', 'new'] })
    expect(tags).to.deep.equal(['New'])
    expect((await user.api.patch(`/ideas/${id}`, { tags: repeated })).body.tags).to.have.length(20)
  })

  it('are at most 20 on create: 21 answer 400 and create nothing', async () => {
    expect((await newIdea(user.api, { tags: names(20) })).tags).to.have.length(20)
    const reply = await user.api.post('/ideas', { title: 'Too many', tags: names(21, 'u') })
    expect(brokenFields(reply)).to.deep.equal(['tags'])
    expect(await allTags()).to.have.length(20)
  })

  it('are complained about together with every other field', async () => {
    const reply = await user.api.post('/ideas', { title: '', tags: names(21) })
    expect(brokenFields(reply)).to.have.members(['title', 'tags'])
  })

  it('are replaced by tags, and removed by an empty array', async () => {
    const { id } = await newIdea(user.api, { tags: ['a', 'b'] })
    expect((await user.api.patch(`/ideas/${id}`, { tags: ['c', 'b'] })).body.tags).to.deep.equal(['c', 'b'])
    expect((await user.api.patch(`/ideas/${id}`, { tags: [] })).body.tags).to.deep.equal([])
    expect(await allTags()).to.deep.equal([
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ])
  })

  it('are added by add_tags without replacing, once each', async () => {
    const { id } = await newIdea(user.api, { tags: ['a', 'b'] })
    const { body } = await user.api.patch(`/ideas/${id}`, { add_tags: ['B', 'c', 'C'] })
    expect(body.tags).to.deep.equal(['a', 'b', 'c'])
    expect((await user.api.patch(`/ideas/${id}`, { add_tags: [] })).body.tags).to.deep.equal(['a', 'b', 'c'])
  })

  it('are the union when tags and add_tags come together', async () => {
    const { id } = await newIdea(user.api, { tags: ['gone'] })
    const { body } = await user.api.patch(`/ideas/${id}`, { tags: ['a', 'b'], add_tags: ['b', 'c'] })
    expect(body.tags).to.deep.equal(['a', 'b', 'c'])
  })

  it('are at most 20 after add_tags: the 21st answers 400 and adds nothing', async () => {
    const { id } = await newIdea(user.api, { tags: names(19) })
    expect((await user.api.patch(`/ideas/${id}`, { add_tags: ['twentieth'] })).body.tags).to.have.length(20)
    const reply = await user.api.patch(`/ideas/${id}`, { add_tags: ['more'], title: 'Not this' })
    expect(brokenFields(reply)).to.deep.equal(['add_tags'])
    const { body } = await user.api.get(`/ideas/${id}`)
    expect(body.tags).to.have.length(20)
    expect(body.title).not.to.equal('Not this')
    expect((await user.api.patch(`/ideas/${id}`, { add_tags: ['T1', 'twentieth'] })).status).to.equal(200)
  })

  it('are judged ahead of the parent that the same update asks for', async () => {
    const { id } = await newIdea(user.api, { tags: names(20) })
    const child = await newIdea(user.api, { parent_id: id })
    const reply = await user.api.patch(`/ideas/${id}`, { parent_id: child.id, add_tags: ['more'] })
    expect(brokenFields(reply)).to.deep.equal(['add_tags'])
  })

  it('are at most 20 on update, also as the union of both fields', async () => {
    const { id } = await newIdea(user.api)
    const tooMany = await user.api.patch(`/ideas/${id}`, { tags: names(21) })
    expect(brokenFields(tooMany)).to.deep.equal(['tags'])
    const union = await user.api.patch(`/ideas/${id}`, { tags: names(15), add_tags: names(6, 'u') })
    expect(brokenFields(union)).to.deep.equal(['add_tags'])
    const fits = await user.api.patch(`/ideas/${id}`, { tags: names(15), add_tags: names(5, 'u') })
    expect(fits.body.tags).to.have.length(20)
  })

  it('belong to the user: the same name of another user is another tag', async () => {
    const other = await newUser()
    await newIdea(user.api, { tags: ['Shared'] })
    expect((await newIdea(other.api, { tags: ['shared'] })).tags).to.deep.equal(['shared'])
    expect(await allTags()).to.deep.equal([['Shared', 1]])
  })
})

import { expect } from 'chai'
import { importFile, importLines } from '../imports/import-client.ts'
import { exportJson } from '../exports/files.ts'
import { givenStack, until, untilDone, type Stack } from '../indexing/stack.ts'
import type { Reply } from '../../support/client.ts'
import type { TestUser } from '../../support/service.ts'
import { create, tagged, tagsOf, TOMATOES, TRAINS, untilTagged } from './given.ts'

const auto = (name: string) => ({ name, auto: true })
const chosen = (name: string) => ({ name, auto: false })

describe('Automatic tags', () => {
  let stack: Stack
  let user: TestUser
  givenStack((given) => (stack = given))
  beforeEach(async () => {
    user = await stack.service.createUser()
  })
  afterEach(() => stack.embeddings.behave('success'))

  /** How many ideas of the user still await some. */
  const awaiting = async (): Promise<unknown> => {
    const text = 'MATCH (i:Idea {userId: $userId}) WHERE i.awaitsTags RETURN count(i) AS ideas'
    return (await stack.database.query(text, { userId: user.user_id }))[0]?.['ideas']
  }
  /** Waits until nothing more can come. */
  const settled = async (): Promise<void> => {
    await untilDone(stack)
    await until(async () => (await awaiting()) === 0)
  }
  /** An idea that was tagged automatically. */
  const given = async (): Promise<number> => {
    await tagged(user.api, TOMATOES, ['Garden'])
    await untilDone(stack)
    const id = await create(user.api, { title: 'Vegetables', body: TOMATOES })
    expect(await untilTagged(user.api, id)).to.deep.equal([auto('Garden')])
    // Its ETag tells until then that it is still processed.
    await untilDone(stack)
    return id
  }
  /** An idea whose tags are about to be chosen: whatever is done meanwhile comes first. */
  const meanwhile = async (work: (id: number) => Promise<Reply>): Promise<number> => {
    await tagged(user.api, TOMATOES, ['garden'])
    await untilDone(stack)
    stack.embeddings.behave({ status: 429, headers: { 'Retry-After': '1' } })
    const id = await create(user.api, { title: 'Vegetables', body: TOMATOES })
    expect((await work(id)).status).to.be.lessThan(300)
    stack.embeddings.behave('success')
    await settled()
    return id
  }

  it('are those of near ideas, and every answer tells them from chosen ones', async () => {
    await tagged(user.api, TOMATOES, ['Garden', 'food'])
    await tagged(user.api, TRAINS, ['travel'])
    await untilDone(stack)
    const made = await user.api.post('/ideas', { title: 'Vegetables', body: TOMATOES })
    expect(made.body).to.deep.include({ tags: [], tag_details: [] })
    const { id } = made.body
    const details = [auto('Garden'), auto('food')]
    expect(await untilTagged(user.api, id)).to.deep.equal(details)
    const found = (await user.api.get(`/ideas/search?q=vegetables&mode=keyword`)).body.results
    const listed = (await user.api.get('/ideas')).body
    const byTag = (await user.api.get('/ideas?tag=garden&sort=-created_at')).body
    const changed = (await user.api.patch(`/ideas/${id}`, { status: 'building' })).body
    for (const answer of [found[0], listed[0], byTag[0], changed]) {
      expect(answer).to.deep.include({ id, tags: ['Garden', 'food'], tag_details: details })
    }
    expect(listed[1].tag_details).to.deep.equal([chosen('travel')])
    const tags = (await user.api.get('/tags')).body
    expect(tags.map(({ name, idea_count }: never) => [name, idea_count])).to.deep.equal([
      ['food', 5],
      ['Garden', 5],
      ['travel', 4],
    ])
  })

  it('are none for the first ideas of an account, which has no tags', async () => {
    const id = await create(user.api, { title: 'Vegetables', body: TOMATOES })
    await settled()
    expect([await tagsOf(user.api, id), (await user.api.get('/tags')).body]).to.deep.equal([[], []])
  })

  it('leave updated_at as it is, change the ETag and the map, and do not count for If-Match', async () => {
    await tagged(user.api, TOMATOES, ['garden'])
    await untilDone(stack)
    const map = await user.api.get('/map')
    const made = await user.api.post('/ideas', { title: 'Vegetables', body: TOMATOES })
    const { id, updated_at } = made.body
    await untilTagged(user.api, id)
    const now = await user.api.get(`/ideas/${id}`)
    expect(now.body.updated_at).to.equal(updated_at)
    const [before, after] = [made, now].map(({ headers }) => headers.get('etag') ?? '')
    expect(after).not.to.equal(before)
    const stale = await user.api.get('/map', { headers: { 'If-None-Match': map.headers.get('etag') ?? '' } })
    expect(stale.body.nodes.find((node: { id: number }) => node.id === id).tags).to.deep.equal(['garden'])
    const match = async (etag = '') =>
      user.api.patch(`/ideas/${id}`, { add_tags: ['mine'] }, { headers: { 'If-Match': etag } })
    expect((await match(before)).body.tag_details).to.deep.equal([auto('garden'), chosen('mine')])
    expect((await match(before)).status).to.equal(412)
    expect((await match(after)).status).to.equal(412)
  })

  it('do not come to ideas that were created with tags, nor to imported ones', async () => {
    await tagged(user.api, TOMATOES, ['garden'])
    await importLines(user.api, [{ title: 'Imported', body: TOMATOES }])
    await settled()
    const ideas = (await user.api.get('/ideas')).body
    expect(ideas.map(({ tag_details }: never) => tag_details)).to.deep.equal([
      [],
      ...Array.from({ length: 4 }, () => [chosen('garden')]),
    ])
  })

  it('are none where nothing is known of the text, and then none any more', async () => {
    await tagged(user.api, TOMATOES, ['garden'])
    await untilDone(stack)
    const id = await create(user.api, { title: 'Qwx', body: '' })
    await settled()
    expect(await tagsOf(user.api, id)).to.deep.equal([])
    await user.api.patch(`/ideas/${id}`, { body: TOMATOES })
    await untilDone(stack)
    expect([await tagsOf(user.api, id), await awaiting()]).to.deep.equal([[], 0])
  })

  const WORDS: Readonly<Record<string, (id: number) => Promise<Reply>>> = {
    'names tags': async (id) => user.api.patch(`/ideas/${id}`, { tags: ['mine'] }),
    'adds one': async (id) => user.api.patch(`/ideas/${id}`, { add_tags: ['mine'] }),
    'puts one on many ideas': async (id) =>
      user.api.post('/tags/bulk', { action: 'add', tag: 'mine', idea_ids: [id] }),
  }
  for (const [what, work] of Object.entries(WORDS)) {
    it(`do not come when the user ${what} meanwhile`, async () => {
      expect(await tagsOf(user.api, await meanwhile(work))).to.deep.equal([chosen('mine')])
    })
  }

  it('do not come when the user clears tags meanwhile, of one idea or of many', async () => {
    const id = await meanwhile(async (one) => user.api.patch(`/ideas/${one}`, { tags: [] }))
    const other = await meanwhile(async (one) =>
      user.api.post('/tags/bulk', { action: 'remove', tag: 'garden', idea_ids: [one] }),
    )
    expect([await tagsOf(user.api, id), await tagsOf(user.api, other)]).to.deep.equal([[], []])
  })

  it('are made from the text as it is in the end', async () => {
    await tagged(user.api, TRAINS, ['travel'])
    const id = await meanwhile(async (one) =>
      user.api.patch(`/ideas/${one}`, { title: 'Trains', body: TRAINS }),
    )
    expect(await tagsOf(user.api, id)).to.deep.equal([auto('travel')])
  })

  it('belong to the user who names them, and stay automatic when another is added', async () => {
    const id = await given()
    await user.api.patch(`/ideas/${id}`, { add_tags: ['more'] })
    expect(await tagsOf(user.api, id)).to.deep.equal([auto('Garden'), chosen('more')])
    await user.api.patch(`/ideas/${id}`, { add_tags: ['GARDEN'] })
    expect(await tagsOf(user.api, id)).to.deep.equal([chosen('Garden'), chosen('more')])
    const other = await given()
    await user.api.patch(`/ideas/${other}`, { tags: ['garden'] })
    expect(await tagsOf(user.api, other)).to.deep.equal([chosen('Garden')])
    const third = await given()
    const before = (await user.api.get(`/ideas/${third}`)).body.updated_at
    const { body } = await user.api.post('/tags/bulk', { action: 'add', tag: 'garden', idea_ids: [third] })
    expect(body).to.deep.equal({ tag: 'Garden', changed: 0 })
    expect(await tagsOf(user.api, third)).to.deep.equal([chosen('Garden')])
    expect((await user.api.get(`/ideas/${third}`)).body.updated_at).not.to.equal(before)
  })

  it('that were taken away do not come back, whatever happens to the idea', async () => {
    const id = await given()
    await user.api.patch(`/ideas/${id}`, { tags: [] })
    await user.api.patch(`/ideas/${id}`, { body: `${TOMATOES}!` })
    await settled()
    expect(await tagsOf(user.api, id)).to.deep.equal([])
    const other = await given()
    const [tag] = (await user.api.get('/tags')).body
    await user.api.delete(`/tags/${tag.id}`)
    await user.api.patch(`/ideas/${other}`, { title: 'Again' })
    await settled()
    expect(await tagsOf(user.api, other)).to.deep.equal([])
  })

  it('do not vote for others', async () => {
    const id = await given()
    for (const { id: one } of (await user.api.get('/ideas')).body) {
      if (one !== id) await user.api.delete(`/ideas/${one}`)
    }
    const next = await create(user.api, { title: 'More vegetables', body: TOMATOES })
    await settled()
    expect((await tagsOf(user.api, next)).map(({ name }) => name)).not.to.include('Garden')
  })

  it("are never another user's", async () => {
    const stranger = await stack.service.createUser()
    await tagged(stranger.api, TOMATOES, ['theirs'])
    await untilDone(stack)
    const id = await create(user.api, { title: 'Vegetables', body: TOMATOES })
    await settled()
    expect((await tagsOf(user.api, id)).map(({ name }) => name)).not.to.include('theirs')
    const { body } = await stranger.api.get('/tags')
    expect(body[0]).to.include({ name: 'theirs', idea_count: 4 })
  })

  it('are in exports, and automatic again after an import', async () => {
    const id = await given()
    await user.api.patch(`/ideas/${id}`, { add_tags: ['mine'] })
    const file = await exportJson(user.api)
    const idea = file.ideas.find((one) => one.id === id)
    expect(idea).to.deep.include({
      tags: ['Garden', 'mine'],
      tag_details: [auto('Garden'), chosen('mine')],
    })
    const other = await stack.service.createUser()
    expect((await importFile(other.api, file)).body.rejected).to.deep.equal([])
    const restored = (await exportJson(other.api)).ideas.find(({ title }) => title === 'Vegetables')
    expect(restored?.tag_details).to.deep.equal(idea?.tag_details)
    const csv = (await user.api.post('/user/export/csv')).body as string
    expect(csv).to.contain(',Garden; mine,')
  })

  it('come once, however often they are suggested, and not to what is gone', async () => {
    const id = await given()
    const { suggest } = stack.service.application.autoTags
    const idea = { id, userId: user.user_id, title: 'Vegetables', body: TOMATOES }
    const before = await user.api.get(`/ideas/${id}`)
    await suggest(idea)
    await suggest({ ...idea, id: 9_007_199_254_740_000 })
    await suggest({ ...idea, userId: 'nobody' })
    expect((await user.api.get(`/ideas/${id}`)).headers.get('etag')).to.equal(before.headers.get('etag'))
  })
})

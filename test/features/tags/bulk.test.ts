import { expect } from 'chai'
import fc from 'fast-check'
import { brokenFields, newIdea, newIdeaIds, UNKNOWN_ID } from '../../support/factories.ts'
import type { Reply } from '../../support/client.ts'
import { sharedService, type TestUser } from '../../support/service.ts'

const twenty = Array.from({ length: 20 }, (_, index) => `tag-${index}`)

describe('POST /api/v1/tags/bulk', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await (await sharedService()).createUser()
  })
  const bulk = async (action: string, tag: unknown, ideaIds: unknown): Promise<Reply> =>
    user.api.post('/tags/bulk', { action, tag, idea_ids: ideaIds })
  const tagsOf = async (id: number): Promise<string[]> => (await user.api.get(`/ideas/${id}`)).body.tags
  /** Everything that a refused request must leave as it was. */
  const state = async (): Promise<unknown> => [
    (await user.api.get('/ideas')).body,
    (await user.api.get('/tags')).body,
  ]

  it('adds a tag to many ideas, as the last of each, and counts those that did not carry it', async () => {
    const first = await newIdea(user.api, { tags: ['zebra', 'apple'] })
    const second = await newIdea(user.api, { tags: ['Garden'] })
    const third = await newIdea(user.api)
    const { status, body } = await bulk('add', ' GARDEN ', [first.id, second.id, third.id, first.id])
    expect([status, body]).to.deep.equal([200, { tag: 'Garden', changed: 2 }])
    expect(await tagsOf(first.id)).to.deep.equal(['zebra', 'apple', 'Garden'])
    expect(await tagsOf(second.id)).to.deep.equal(['Garden'])
    expect(await tagsOf(third.id)).to.deep.equal(['Garden'])
    expect((await user.api.get('/ideas?tag=garden')).body).to.have.length(3)
  })

  it('makes the tag with its first spelling', async () => {
    const ids = await newIdeaIds(user.api, 2)
    expect((await bulk('add', 'New One', ids)).body).to.deep.equal({ tag: 'New One', changed: 2 })
    expect((await bulk('add', 'NEW ONE', ids)).body).to.deep.equal({ tag: 'New One', changed: 0 })
    expect((await user.api.get('/tags')).body).to.have.length(1)
    expect((await user.api.get('/tags')).body[0]).to.include({ name: 'New One', color: null, count: 2 })
  })

  it('takes a tag from many ideas; the tag stays', async () => {
    const first = await newIdea(user.api, { tags: ['keep', 'Drop', 'last'] })
    const second = await newIdea(user.api, { tags: ['keep'] })
    const { status, body } = await bulk('remove', 'drop', [first.id, second.id])
    expect([status, body]).to.deep.equal([200, { tag: 'Drop', changed: 1 }])
    expect(await tagsOf(first.id)).to.deep.equal(['keep', 'last'])
    expect((await user.api.get('/tags')).body.map(({ name }: { name: string }) => name)).to.include('Drop')
    expect((await bulk('add', 'end', [first.id])).status).to.equal(200)
    expect(await tagsOf(first.id)).to.deep.equal(['keep', 'last', 'end'])
  })

  it('tells the first problems of a long list, and how many more there are', async () => {
    const long = await bulk('add', 'x', Array(300_000).fill(0))
    expect(long.body.details).to.deep.equal([
      { path: 'idea_ids', message: 'must have at most 10000 entries' },
    ])
    const { details } = (await bulk('add', 'x', Array(5_000).fill(0))).body
    expect(details).to.have.lengthOf(101)
    expect(details[0]).to.deep.equal({ path: 'idea_ids.0', message: 'must be a positive number' })
    expect(details.at(-1)).to.deep.equal({ path: '', message: 'and 4900 more' })
  })

  it('moves updated_at of the ideas that changed, and of no other', async () => {
    const [changed, carrier] = [await newIdea(user.api), await newIdea(user.api, { tags: ['x'] })]
    for (const action of ['add', 'remove']) {
      const before = (await user.api.get(`/ideas/${changed.id}`)).body.updated_at
      await bulk(action, 'x', action === 'add' ? [changed.id, carrier.id] : [changed.id])
      expect(Date.parse((await user.api.get(`/ideas/${changed.id}`)).body.updated_at)).to.be.above(
        Date.parse(before),
      )
    }
    expect((await user.api.get(`/ideas/${carrier.id}`)).body.updated_at).to.equal(carrier.updated_at)
  })

  for (const action of ['add', 'remove']) {
    it(`answers 404 with the ids that are unknown or another user's, and changes nothing (${action})`, async () => {
      const mine = await newIdea(user.api, { tags: ['here'] })
      const [plain, deleted] = await newIdeaIds(user.api, 2)
      await user.api.delete(`/ideas/${deleted}`)
      const other = await (await sharedService()).createUser()
      const [foreign] = await newIdeaIds(other.api, 1)
      const before = await state()
      const reply = await bulk(action, 'here', [mine.id, foreign, plain, UNKNOWN_ID, deleted])
      expect([reply.status, reply.body]).to.deep.equal([
        404,
        { error: 'Idea not found', idea_ids: [foreign, UNKNOWN_ID, deleted] },
      ])
      expect(await state()).to.deep.equal(before)
      expect((await other.api.get(`/ideas/${foreign}`)).body.tags).to.deep.equal([])
    })
  }

  it('answers 400 with the ids of ideas that would pass 20 tags, and changes nothing', async () => {
    const full = await newIdea(user.api, { tags: twenty })
    const almost = await newIdea(user.api, { tags: twenty.slice(1) })
    const before = await state()
    const reply = await bulk('add', 'one more', [almost.id, full.id])
    expect(brokenFields(reply)).to.deep.equal(['idea_ids'])
    expect(reply.body.idea_ids).to.deep.equal([full.id])
    expect(reply.body.details[0].message).to.include(`${full.id}`)
    expect(await state()).to.deep.equal(before)
    expect((await bulk('add', 'TAG-0', [almost.id, full.id])).body).to.deep.equal({
      tag: 'tag-0',
      changed: 1,
    })
  })

  it('answers 404 when the tag to remove does not exist', async () => {
    const ids = await newIdeaIds(user.api, 1)
    const reply = await bulk('remove', 'never', ids)
    expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Tag not found' }])
  })

  it('takes 1,000 ideas and refuses more', async () => {
    const ids = await newIdeaIds(user.api, 3)
    const thousand = [...ids, ...Array.from({ length: 997 }, (_, index) => UNKNOWN_ID - index)]
    expect((await bulk('add', 'x', thousand)).body.idea_ids).to.have.length(997)
    expect(brokenFields(await bulk('add', 'x', [...thousand, UNKNOWN_ID - 999]))).to.deep.equal(['idea_ids'])
    expect((await bulk('add', 'x', Array.from({ length: 3000 }, () => ids).flat())).body.changed).to.equal(3)
  })

  for (const [field, value] of [
    ['action', 'replace'],
    ['action', undefined],
    ['tag', ''],
    ['tag', 'x'.repeat(51)],
    ['tag', undefined],
    ['idea_ids', []],
    ['idea_ids', undefined],
    ['idea_ids', 7],
    ['idea_ids.1', [1, 'a']],
    ['idea_ids.0', [0]],
    ['idea_ids.0', [1.5]],
  ] as const) {
    it(`answers 400 for ${field} ${JSON.stringify(value)?.slice(0, 20)}`, async () => {
      const [name = ''] = field.split('.')
      const body = { action: 'add', tag: 'x', idea_ids: [1], [name]: value }
      expect(brokenFields(await user.api.post('/tags/bulk', body))).to.deep.equal([field])
    })
  }

  it('answers a repeat with the same Idempotency-Key without doing it again', async () => {
    const ids = await newIdeaIds(user.api, 2)
    const once = user.api.with({ 'Idempotency-Key': 'bulk-1' })
    const body = { action: 'add', tag: 'x', idea_ids: ids }
    const first = await once.post('/tags/bulk', body)
    await bulk('remove', 'x', ids)
    const again = await once.post('/tags/bulk', body)
    expect([again.status, again.body]).to.deep.equal([200, first.body])
    expect(first.body.changed).to.equal(2)
    expect(await tagsOf(ids[0] as number)).to.deep.equal([])
  })

  it('leaves the same tags as one PATCH of each idea would', async () => {
    const ids = await newIdeaIds(user.api, 3)
    const model = new Map<number, string[]>(ids.map((id) => [id, []]))
    const step = fc.record({
      action: fc.constantFrom('add', 'remove'),
      tag: fc.constantFrom('a', 'b', 'c', 'd'),
      chosen: fc.subarray(ids, { minLength: 1 }),
    })
    await bulk('add', 'a', ids)
    await bulk('add', 'b', ids)
    await bulk('add', 'c', ids)
    await bulk('add', 'd', ids)
    for (const id of ids) model.set(id, ['a', 'b', 'c', 'd'])
    for (const { action, tag, chosen } of fc.sample(step, 40)) {
      const changed = chosen.filter((id) => model.get(id)?.includes(tag) === (action === 'remove'))
      expect((await bulk(action, tag, chosen)).body).to.deep.equal({ tag, changed: changed.length })
      for (const id of changed) {
        const rest = (model.get(id) ?? []).filter((name) => name !== tag)
        model.set(id, action === 'add' ? [...rest, tag] : rest)
      }
    }
    for (const id of ids) expect(await tagsOf(id)).to.deep.equal(model.get(id))
  })
})

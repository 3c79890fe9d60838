import { expect } from 'chai'
import { newIdeaIds, newRelation } from '../../support/factories.ts'
import { flood, startPair, tally, type Pair } from './pair.ts'

const CAP = 7
const names = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index}`)

describe('parallel requests at two processes', () => {
  let pair: Pair
  before(async () => {
    pair = await startPair({ FREE_PLAN_IDEA_CAP: String(CAP) })
  })
  after(async () => pair.stop())

  it('create one of many equal ideas, and the others name it', async () => {
    const racer = await pair.racer()
    const replies = await flood(racer, 16, (client, index) =>
      client.post('/ideas', { title: index % 3 === 0 ? 'Same  thing' : 'same THING', body: 'x' }),
    )
    expect(tally(replies)).to.deep.equal({ 201: 1, 409: 15 })
    const made = replies.find(({ status }) => status === 201)
    for (const { status, body } of replies) {
      if (status === 409) expect(body.duplicate_of_id).to.equal(made?.body.id)
    }
  })

  it('make one tag of a name that many ideas bring at once', async () => {
    const racer = await pair.racer()
    const replies = await flood(racer, 16, (client, index) =>
      client.post('/ideas', {
        title: `Idea ${index}`,
        tags: [index % 2 === 0 ? 'Fresh' : 'fresh', `own-${index}`],
      }),
    )
    expect(tally(replies)).to.deep.equal({ 201: 16 })
    const tags = (await racer.two.get('/tags')).body as { name: string; idea_count: number }[]
    expect(tags).to.have.length(17)
    const shared = tags.find(({ name }) => name.toLowerCase() === 'fresh')
    expect(shared?.idea_count).to.equal(16)
    expect(new Set(replies.map(({ body }) => body.tags[0]))).to.have.keys([shared?.name])
  })

  it('never give an idea more than 20 tags, and reach that exactly', async () => {
    const racer = await pair.racer()
    const { body: idea } = await racer.one.post('/ideas', { title: 'Full', tags: names(15) })
    const replies = await flood(racer, 16, (client, index) =>
      client.patch(`/ideas/${idea.id}`, { add_tags: [`late-${index}`] }),
    )
    expect(tally(replies)).to.deep.equal({ 200: 5, 400: 11 })
    expect((await racer.two.get(`/ideas/${idea.id}`)).body.tags).to.have.length(20)
  })

  it('rename one of many tags to one name, and delete one relation once', async () => {
    const racer = await pair.racer()
    await racer.one.post('/ideas', { title: 'Tagged', tags: names(12) })
    const renamed = await flood(racer, 12, (client, index) =>
      client.patch(`/tags/tag-${index}`, { name: 'Only' }),
    )
    expect(tally(renamed)).to.deep.equal({ 200: 1, 409: 11 })
    const [a, b] = await newIdeaIds(racer.one, 2)
    const relation = await newRelation(racer.one, a, 'related', b)
    const removed = await flood(racer, 12, (client) => client.delete(`/map/relations/${relation}`))
    expect(tally(removed)).to.deep.equal({ 204: 1, 404: 11 })
  })

  it('create one of many equal tags', async () => {
    const racer = await pair.racer()
    const replies = await flood(racer, 12, (client) => client.post('/tags', { name: 'Only' }))
    expect(tally(replies)).to.deep.equal({ 201: 1, 409: 11 })
  })

  it('never pass the free idea cap, and reach it exactly', async () => {
    const racer = await pair.racer('free')
    const replies = await flood(racer, 30, (client, index) =>
      client.post('/ideas', { title: `Idea ${index}` }),
    )
    expect(tally(replies)).to.deep.equal({ 201: CAP, 403: 30 - CAP })
    const list = await racer.two.get('/ideas')
    expect(list.headers.get('x-total-count')).to.equal(String(CAP))
    await racer.one.delete(`/ideas/${list.body[0].id}`)
    const more = await flood(racer, 4, (client, index) => client.post('/ideas', { title: `More ${index}` }))
    expect(tally(more)).to.deep.equal({ 201: 1, 403: 3 })
  })

  it('let exactly 100 of 150 requests of a free plan through', async () => {
    const racer = await pair.racer('free')
    const replies = await flood(racer, 150, (client) => client.get('/user/me'))
    expect(tally(replies)).to.deep.equal({ 200: 100, 429: 50 })
    const left = replies.filter(({ status }) => status === 200)
    const remaining = left.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(remaining.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 100 }, (_, index) => index))
  })

  it('are given ids of their own, and created_at in one strict order', async () => {
    const racer = await pair.racer()
    const replies = await flood(racer, 40, (client, index) =>
      client.post('/ideas', { title: `Idea ${index}` }),
    )
    expect(tally(replies)).to.deep.equal({ 201: 40 })
    expect(new Set(replies.map(({ body }) => body.id)).size).to.equal(40)
    const list = (await racer.one.get('/ideas?limit=100')).body as { created_at: string }[]
    const moments = list.map(({ created_at }) => Date.parse(created_at))
    expect(moments.every((moment, index) => index === 0 || moment < (moments[index - 1] ?? 0))).to.equal(true)
  })
})

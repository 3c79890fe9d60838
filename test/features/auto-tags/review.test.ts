import { expect } from 'chai'
import { UNKNOWN_ID } from '../../support/factories.ts'
import type { TestUser } from '../../support/service.ts'
import { givenStack, untilDone, type Stack } from '../indexing/stack.ts'
import { create, tagged, tagsOf, TOMATOES, untilTagged } from './given.ts'

describe('POST /api/v1/ideas/:id/automatic-tags/:name/…', () => {
  let stack: Stack
  let user: TestUser
  let id: number
  givenStack((given) => (stack = given))
  beforeEach(async () => {
    user = await stack.service.createUser()
    await tagged(user.api, TOMATOES, ['Home Garden', 'food'])
    await untilDone(stack)
    id = await create(user.api, { title: 'Vegetables', body: TOMATOES })
    await untilTagged(user.api, id)
    await untilDone(stack)
  })
  const review = async (name: string, verb: string, of = id) =>
    user.api.post(`/ideas/${of}/automatic-tags/${encodeURIComponent(name)}/${verb}`)

  it('accept makes a tag a chosen one, again and again', async () => {
    const before = (await user.api.get(`/ideas/${id}`)).body
    const { status, body, headers } = await review('home garden', 'accept')
    expect(status).to.equal(200)
    expect(body.tag_details).to.deep.equal([
      { name: 'Home Garden', auto: false },
      { name: 'food', auto: true },
    ])
    expect(body.updated_at > before.updated_at).to.equal(true)
    const read = await user.api.get(`/ideas/${id}`)
    expect(read.body).to.deep.equal(body)
    expect(read.headers.get('etag')).to.equal(headers.get('etag'))
    const again = await review('Home Garden', 'accept')
    expect([again.status, again.body]).to.deep.equal([200, body])
  })

  it('refuse takes it from the idea, which is not given it again', async () => {
    for (const name of ['food', 'Home Garden']) expect((await review(name, 'refuse')).status).to.equal(200)
    expect(await tagsOf(user.api, id)).to.deep.equal([])
    await user.api.patch(`/ideas/${id}`, { body: `${TOMATOES}, every day` })
    await untilDone(stack)
    expect(await tagsOf(user.api, id)).to.deep.equal([])
    const tags = (await user.api.get('/tags')).body
    expect(
      tags.map(({ name }: { name: string }) => name),
      'of other ideas',
    ).to.deep.equal(['food', 'Home Garden'])
  })

  it('answer 404 for a tag that the idea does not have, and refuse for one that was chosen', async () => {
    await review('food', 'accept')
    await user.api.post('/tags', { name: 'other' })
    for (const [name, verb] of [
      ['other', 'accept'],
      ['other', 'refuse'],
      ['unknown', 'accept'],
      ['food', 'refuse'],
    ] as const) {
      const reply = await review(name, verb)
      expect([reply.status, reply.body], `${verb} ${name}`).to.deep.equal([404, { error: 'Tag not found' }])
    }
    expect((await review('food', 'accept', UNKNOWN_ID)).body).to.deep.equal({ error: 'Idea not found' })
    const stranger = await stack.service.createUser()
    expect((await stranger.api.post(`/ideas/${id}/automatic-tags/food/accept`)).status).to.equal(404)
  })
})

import { expect } from 'chai'
import { freshTitle, newIdea } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('POST /api/v1/ideas with an idea that exists', () => {
  let user: TestUser
  before(async () => {
    user = await newUser()
  })

  const variants: [string, { title: string; body?: string }, { title: string; body?: string }][] = [
    ['the same title and body', { title: 'Same', body: 'b' }, { title: 'Same', body: 'b' }],
    ['another case', { title: 'Straße ÉTÉ', body: 'Text' }, { title: 'STRASSE été', body: 'tEXT' }],
    ['a capital ẞ', { title: 'Straße' }, { title: 'STRAẞE' }],
    ['another Unicode form', { title: 'Caf\u00e9 A' }, { title: 'Cafe\u0301 A' }],
    [
      'other white space',
      { title: 'Two  words', body: 'a\n\nb ' },
      { title: 'Two\u00a0words', body: ' a\tb' },
    ],
    ['an explicit empty body', { title: 'Bodiless' }, { title: 'bodiless', body: ' \n' }],
  ]
  for (const [what, first, second] of variants) {
    it(`answers 409 with duplicate_of_id for ${what}`, async () => {
      const { id } = await newIdea(user.api, first)
      const reply = await user.api.post('/ideas', second)
      expect(reply.status).to.equal(409)
      expect(reply.body).to.deep.equal({ error: 'An equal idea exists already', duplicate_of_id: id })
    })
  }

  it('names the oldest of several equal ideas', async () => {
    const title = freshTitle()
    const { id } = await newIdea(user.api, { title })
    await user.api.post('/ideas?force=true', { title })
    expect((await user.api.post('/ideas', { title })).body.duplicate_of_id).to.equal(id)
  })

  it('creates it all the same with force=true, and not with force=false', async () => {
    const title = freshTitle()
    await newIdea(user.api, { title })
    expect((await user.api.post('/ideas?force=false', { title })).status).to.equal(409)
    expect((await user.api.post('/ideas?force=true', { title })).status).to.equal(201)
    expect(
      (await user.api.get('/ideas')).body.filter((idea: { title: string }) => idea.title === title),
    ).to.have.length(2)
  })

  it('leaves nothing of the refused idea behind', async () => {
    const { title } = await newIdea(user.api)
    const total = (await user.api.get('/ideas')).headers.get('x-total-count')
    await user.api.post('/ideas', { title, tags: ['refused-only'] })
    expect((await user.api.get('/ideas')).headers.get('x-total-count')).to.equal(total)
    const { body: tags } = await user.api.get('/tags')
    expect(tags.map(({ name }: { name: string }) => name)).not.to.contain('refused-only')
  })

  it('answers 201 when only the body differs', async () => {
    const { title } = await newIdea(user.api)
    expect((await user.api.post('/ideas', { title, body: 'more' })).status).to.equal(201)
  })

  it('tells a title from a body, whatever they contain', async () => {
    await newIdea(user.api, { title: 'x\0y', body: '' })
    expect((await user.api.post('/ideas', { title: 'x', body: 'y\0' })).status).to.equal(201)
  })

  it('answers 201 after the first is deleted, or changed', async () => {
    const title = freshTitle()
    const first = await newIdea(user.api, { title })
    await user.api.delete(`/ideas/${first.id}`)
    const second = await newIdea(user.api, { title })
    await user.api.patch(`/ideas/${second.id}`, { body: 'different now' })
    expect((await user.api.post('/ideas', { title })).status).to.equal(201)
  })

  it('answers 409 for what an idea was changed to', async () => {
    const title = freshTitle()
    const { id } = await newIdea(user.api)
    await user.api.patch(`/ideas/${id}`, { title })
    expect((await user.api.post('/ideas', { title })).body.duplicate_of_id).to.equal(id)
  })

  it('lets another user have the same idea', async () => {
    const { title } = await newIdea(user.api)
    const other = await newUser()
    expect((await other.api.post('/ideas', { title })).status).to.equal(201)
  })
})

import { expect } from 'chai'
import { brokenFields, freshTitle, newIdea, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('PATCH /api/v1/ideas/:id', () => {
  let user: TestUser
  before(async () => {
    user = await newUser()
  })

  const changes: Record<string, unknown>[] = [
    { title: 'Changed title' },
    { body: 'Changed body' },
    { body: '' },
    { status: 'shelved' },
    { source_url: 'https://example.org/changed' },
    { source_url: null },
    { tags: ['other'], tag_details: [{ name: 'other', auto: false }] },
    { title: 'Two at once', status: 'shipped' },
  ]
  for (const change of changes) {
    it(`changes ${JSON.stringify(change)} and nothing else`, async () => {
      const before = await newIdea(user.api, {
        body: 'Body',
        status: 'exploring',
        source_url: 'https://example.org',
        tags: ['one', 'two'],
      })
      const { status, body } = await user.api.patch(`/ideas/${before.id}`, change)
      expect(status).to.equal(200)
      expect(body.updated_at > before.updated_at).to.equal(true)
      expect(body).to.deep.equal({
        ...before,
        ...change,
        updated_at: body.updated_at,
      })
      expect((await user.api.get(`/ideas/${before.id}`)).body).to.deep.equal(body)
    })
  }

  it('answers with links and relations', async () => {
    const parent = await newIdea(user.api)
    const { id } = await newIdea(user.api, { parent_id: parent.id })
    const link = await user.api.post(`/ideas/${id}/links`, { url: 'https://example.org' })
    const { body } = await user.api.patch(`/ideas/${id}`, { status: 'shipped' })
    expect(body.links).to.deep.equal([link.body])
    expect(body.relations).to.have.length(1)
  })

  it('changes nothing, not even updated_at, when no known field is there', async () => {
    const { id, updated_at } = await newIdea(user.api)
    for (const body of [{}, { unknown: 1, id: 5, source: 'web', created_at: null }]) {
      const reply = await user.api.patch(`/ideas/${id}`, body)
      expect(reply.status).to.equal(200)
      expect(reply.body).to.include({ id, updated_at, source: 'api' })
    }
  })

  it('moves any status to any other', async () => {
    const statuses = ['captured', 'exploring', 'building', 'shipped', 'shelved']
    const { id } = await newIdea(user.api)
    for (const status of statuses.flatMap((from) => statuses.flatMap((to) => [from, to]))) {
      expect((await user.api.patch(`/ideas/${id}`, { status })).body.status).to.equal(status)
    }
  })

  it('makes updated_at grow with every change, also within a millisecond', async () => {
    const { id } = await newIdea(user.api)
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (body) => user.api.patch(`/ideas/${id}`, { body })),
    )
    expect(new Set(replies.map(({ body }) => body.updated_at)).size).to.equal(4)
  })

  it('trims the title', async () => {
    const { id } = await newIdea(user.api)
    expect((await user.api.patch(`/ideas/${id}`, { title: '  Trimmed ' })).body.title).to.equal('Trimmed')
  })

  it('may make an idea equal to another', async () => {
    const { title } = await newIdea(user.api)
    const { id } = await newIdea(user.api)
    expect((await user.api.patch(`/ideas/${id}`, { title })).status).to.equal(200)
  })

  for (const [field, value] of [
    ['title', null],
    ['title', '  '],
    ['title', 1],
    ['body', null],
    ['body', ['x']],
    ['status', null],
    ['status', 'done'],
    ['tags', null],
    ['tags', 'x'],
    ['add_tags', null],
    ['add_tags', {}],
    ['source_url', 'javascript:x'],
    ['source_url', 1],
    ['parent_id', 'x'],
    ['parent_id', 0],
  ] as const) {
    it(`answers 400 for ${field}: ${JSON.stringify(value)}, and changes nothing`, async () => {
      const before = await newIdea(user.api)
      const reply = await user.api.patch(`/ideas/${before.id}`, { status: 'shipped', [field]: value })
      expect(brokenFields(reply)).to.deep.equal([field])
      expect((await user.api.get(`/ideas/${before.id}`)).body).to.include({
        title: before.title,
        updated_at: before.updated_at,
      })
    })
  }

  it('answers 404 for an unknown idea, with and without fields', async () => {
    for (const body of [{}, { title: freshTitle() }, { parent_id: null }, { tags: ['a'] }]) {
      const reply = await user.api.patch(`/ideas/${UNKNOWN_ID}`, body)
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    }
  })
})

import { expect } from 'chai'
import { brief, brokenFields, newIdea, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

let user: TestUser
const prepare = async (): Promise<void> => {
  user = await newUser()
}

describe('GET /api/v1/tags', () => {
  beforeEach(prepare)

  it('answers an array by name, with idea_count and count', async () => {
    await newIdea(user.api, { tags: ['beta', 'Alpha'] })
    await newIdea(user.api, { tags: ['alpha'] })
    const made = await user.api.post('/tags', { name: 'gamma', color: '#00ff00' })
    const { status, body } = await user.api.get('/tags')
    expect(status).to.equal(200)
    expect(body).to.deep.equal([
      { id: body[0].id, name: 'Alpha', color: null, idea_count: 2, count: 2 },
      { id: body[1].id, name: 'beta', color: null, idea_count: 1, count: 1 },
      { id: made.body.id, name: 'gamma', color: '#00ff00', idea_count: 0, count: 0 },
    ])
  })

  it('answers an empty array to a user without tags', async () => {
    expect((await user.api.get('/tags')).body).to.deep.equal([])
  })
})

describe('POST /api/v1/tags', () => {
  beforeEach(prepare)

  it('answers 201 with the tag', async () => {
    const { status, body } = await user.api.post('/tags', { name: ' Reading list ', color: '#A1b2C3' })
    expect(status).to.equal(201)
    expect(body).to.deep.equal({
      id: body.id,
      name: 'Reading list',
      color: '#A1b2C3',
      idea_count: 0,
      count: 0,
    })
    expect(body.id).to.be.above(0)
  })

  it('takes no colour, null, and unknown fields', async () => {
    expect((await user.api.post('/tags', { name: 'plain', shade: 1, id: 7 })).body).to.include({
      color: null,
    })
    expect((await user.api.post('/tags', { name: 'nothing', color: null })).body.color).to.equal(null)
  })

  it('answers 409 for a name in use, in any case or Unicode form', async () => {
    await user.api.post('/tags', { name: 'Straße' })
    await newIdea(user.api, { tags: ['Caf\u00e9'] })
    for (const name of ['Straße', 'STRASSE', 'STRAẞE', ' straße ', 'cafe\u0301', 'CAFÉ']) {
      const reply = await user.api.post('/tags', { name })
      expect([reply.status, reply.body], name).to.deep.equal([
        409,
        { error: 'A tag with this name exists already' },
      ])
    }
    expect((await user.api.get('/tags')).body).to.have.length(2)
  })

  it('lets another user use the name', async () => {
    const other = await newUser()
    await user.api.post('/tags', { name: 'mine' })
    expect((await other.api.post('/tags', { name: 'mine' })).status).to.equal(201)
  })

  const cases: [string, unknown, boolean][] = [
    ['name', 'x', true],
    ['name', 'x'.repeat(50), true],
    ['name', 'x'.repeat(51), false],
    ['name', '🏷️'.repeat(25), true],
    ['name', '🚀'.repeat(50), true],
    ['name', '🚀'.repeat(51), false],
    ['name', '', false],
    ['name', ' \u2003', false],
    ['name', null, false],
    ['name', 5, false],
    ['name', '\ud800', false],
    ['color', '#000000', true],
    ['color', '#FFFFFF', true],
    ['color', '#fff', false],
    ['color', 'ffffff', false],
    ['color', '#gggggg', false],
    ['color', '#1234567', false],
    ['color', '#12345\n', false],
    ['color', 'red', false],
    ['color', '', false],
    ['color', 0, false],
  ]
  for (const [field, value, accepted] of cases) {
    it(`${accepted ? 'takes' : 'answers 400 for'} ${field} ${brief(value)}, on create and on update`, async () => {
      const { id } = (await user.api.post('/tags', { name: 'changing' })).body
      const created = await user.api.post('/tags', { name: 'fresh', [field]: value })
      if (accepted) {
        expect([created.status, created.body[field]]).to.deep.equal([201, value])
        await user.api.delete(`/tags/${created.body.id}`)
        const updated = await user.api.patch(`/tags/${id}`, { [field]: value })
        expect([updated.status, updated.body[field]]).to.deep.equal([200, value])
      } else {
        expect(brokenFields(created)).to.deep.equal([field])
        expect(brokenFields(await user.api.patch(`/tags/${id}`, { [field]: value }))).to.deep.equal([field])
      }
    })
  }

  it('answers 400 without a name, and tells every problem', async () => {
    expect(brokenFields(await user.api.post('/tags', {}))).to.deep.equal(['name'])
    expect(brokenFields(await user.api.post('/tags', { color: 'x' }))).to.have.members(['name', 'color'])
  })
})

describe('DELETE /api/v1/tags/:id', () => {
  beforeEach(prepare)

  it('answers 204 without a body and takes the tag from all ideas', async () => {
    const idea = await newIdea(user.api, { tags: ['keep', 'drop', 'last'] })
    const { body: tags } = await user.api.get('/tags')
    const drop = tags.find(({ name }: { name: string }) => name === 'drop')
    const reply = await user.api.delete(`/tags/${drop.id}`)
    expect([reply.status, reply.body]).to.deep.equal([204, undefined])
    expect((await user.api.get(`/ideas/${idea.id}`)).body).to.deep.equal({
      ...idea,
      tags: ['keep', 'last'],
      tag_details: [
        { name: 'keep', auto: false },
        { name: 'last', auto: false },
      ],
    })
    expect((await user.api.get('/ideas?tag=drop')).body).to.deep.equal([])
    expect((await user.api.get('/map')).body.nodes[0].tags).to.deep.equal(['keep', 'last'])
  })

  it('answers 404 the second time, for unknown ids, and for names', async () => {
    const { id } = (await user.api.post('/tags', { name: 'once' })).body
    await user.api.post('/tags', { name: 'named' })
    expect((await user.api.delete(`/tags/${id}`)).status).to.equal(204)
    for (const ref of [id, UNKNOWN_ID, 'named', '-1', '0', '%ZZ']) {
      const reply = await user.api.delete(`/tags/${ref}`)
      expect([reply.status, reply.body], String(ref)).to.deep.equal([404, { error: 'Tag not found' }])
    }
  })

  it('frees the name; a new tag of that name is another one', async () => {
    const { id } = (await user.api.post('/tags', { name: 'again', color: '#112233' })).body
    await user.api.delete(`/tags/${id}`)
    const idea = await newIdea(user.api, { tags: ['AGAIN'] })
    expect(idea.tags).to.deep.equal(['AGAIN'])
    const { body } = await user.api.get('/tags')
    expect(body[0]).to.include({ name: 'AGAIN', color: null })
    expect(body[0].id).to.be.above(id)
  })
})

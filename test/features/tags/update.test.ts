import { expect } from 'chai'
import { newIdea, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('PATCH /api/v1/tags/:id', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })
  const newTag = async (name: string, color?: string): Promise<number> =>
    (await user.api.post('/tags', { name, color })).body.id

  it('renames the tag on every idea that carries it', async () => {
    const { id: idea } = await newIdea(user.api, { tags: ['old', 'other'] })
    const [tag] = (await user.api.get('/tags')).body
    expect(tag.name).to.equal('old')
    const { status, body } = await user.api.patch(`/tags/${tag.id}`, { name: ' New Name ' })
    expect([status, body]).to.deep.equal([
      200,
      { id: tag.id, name: 'New Name', color: null, idea_count: 1, count: 1 },
    ])
    expect((await user.api.get(`/ideas/${idea}`)).body.tags).to.deep.equal(['New Name', 'other'])
    expect((await user.api.get('/ideas?tag=new%20name')).body).to.have.length(1)
    expect((await user.api.get('/ideas?tag=old')).body).to.have.length(0)
    expect((await user.api.get('/map')).body.nodes[0].tags).to.deep.equal(['New Name', 'other'])
  })

  it('changes only what is supplied; null takes the colour away', async () => {
    const id = await newTag('tag', '#111111')
    expect((await user.api.patch(`/tags/${id}`, { name: 'renamed' })).body.color).to.equal('#111111')
    const recoloured = await user.api.patch(`/tags/${id}`, { color: '#222222' })
    expect(recoloured.body).to.include({ name: 'renamed', color: '#222222' })
    expect((await user.api.patch(`/tags/${id}`, {})).body).to.deep.equal(recoloured.body)
    expect((await user.api.patch(`/tags/${id}`, { unknown: 1 })).body).to.deep.equal(recoloured.body)
    expect((await user.api.patch(`/tags/${id}`, { color: null })).body.color).to.equal(null)
    expect((await user.api.get('/tags')).body[0]).to.include({ name: 'renamed', color: null })
  })

  it('may change the spelling of its own name', async () => {
    const id = await newTag('spelling')
    expect((await user.api.patch(`/tags/${id}`, { name: 'SPELLING' })).body.name).to.equal('SPELLING')
    expect((await user.api.patch(`/tags/${id}`, { name: 'SPELLING' })).status).to.equal(200)
  })

  it('answers 409 for the name of another tag and changes nothing', async () => {
    await newTag('Taken')
    const id = await newTag('free')
    const reply = await user.api.patch(`/tags/${id}`, { name: 'tAKEN', color: '#333333' })
    expect([reply.status, reply.body]).to.deep.equal([409, { error: 'A tag with this name exists already' }])
    expect((await user.api.get('/tags')).body[0]).to.include({ name: 'free', color: null })
  })

  for (const name of [
    'plain',
    'two words',
    'C++/C#?',
    '100%',
    '%41',
    'naïve café',
    '標籤🏷',
    '2024-plan',
    '١٢٣',
    'a%2Fb',
    '1e3',
    '+1',
  ]) {
    it(`finds ${JSON.stringify(name)} by its percent-encoded name`, async () => {
      const id = await newTag(name)
      const { status, body } = await user.api.patch(`/tags/${encodeURIComponent(name)}`, { color: '#444444' })
      expect([status, body.id, body.color]).to.deep.equal([200, id, '#444444'])
    })
  }

  it('finds a name without regard to case and Unicode form', async () => {
    const id = await newTag('Caf\u00e9')
    for (const name of ['CAFÉ', 'cafe\u0301', ' café ']) {
      expect((await user.api.patch(`/tags/${encodeURIComponent(name)}`, {})).body.id, name).to.equal(id)
    }
  })

  it('takes digits only for an id, also where a tag has such a name', async () => {
    const id = await newTag('2024')
    expect((await user.api.patch('/tags/2024', { color: '#555555' })).status).to.equal(404)
    expect((await user.api.patch(`/tags/${id}`, { color: '#555555' })).body.name).to.equal('2024')
  })

  it('renames by name', async () => {
    const id = await newTag('before')
    expect((await user.api.patch('/tags/before', { name: 'after' })).body).to.include({ id, name: 'after' })
    expect((await user.api.patch('/tags/before', {})).status).to.equal(404)
  })

  for (const ref of [
    UNKNOWN_ID,
    'unknown',
    '0',
    '00',
    '-1',
    '%20',
    '%',
    '%ZZ',
    '%C3%28',
    'x'.repeat(200),
    '9'.repeat(30),
  ]) {
    it(`answers 404 for ${String(ref).slice(0, 40)}`, async () => {
      const reply = await user.api.patch(`/tags/${ref}`, { name: 'x' })
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Tag not found' }])
    })
  }

  it('finds only the tags of the user, by id and by name', async () => {
    const other = await newUser()
    const id = await newTag('private')
    expect((await other.api.patch(`/tags/${id}`, {})).status).to.equal(404)
    expect((await other.api.patch('/tags/private', {})).status).to.equal(404)
  })
})

import { expect } from 'chai'
import { brokenFields, freshTitle, newIdea, TIMESTAMP, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('POST /api/v1/ideas', () => {
  let user: TestUser
  before(async () => {
    user = await newUser()
  })

  it('answers 201 with the defaults when only a title is given', async () => {
    const title = freshTitle()
    const { status, body } = await user.api.post('/ideas', { title })
    expect(status).to.equal(201)
    expect(body.id).to.be.a('number').above(0)
    expect(body.created_at).to.match(TIMESTAMP)
    expect(body).to.deep.equal({
      id: body.id,
      title,
      body: '',
      status: 'captured',
      source: 'api',
      source_url: null,
      tags: [],
      tag_details: [],
      parent_id: null,
      processing: true,
      created_at: body.created_at,
      updated_at: body.created_at,
      links: [],
      relations: [],
    })
  })

  it('keeps every field that is given', async () => {
    const parent = await newIdea(user.api)
    const fields = {
      title: freshTitle(),
      body: '# Why\n\n  indented\ttext\r\n',
      status: 'building',
      source_url: 'https://example.org/a?b=c#d',
      tags: ['graph', 'Work in progress'],
      parent_id: parent.id,
    }
    const { id, relations } = await newIdea(user.api, fields)
    const { body } = await user.api.get(`/ideas/${id}`)
    expect(body).to.include({ ...fields, tags: body.tags })
    expect(body.tags).to.deep.equal(fields.tags)
    expect(body.relations).to.deep.equal(relations)
    expect(relations).to.have.length(1)
    expect(relations[0]).to.include({
      source_idea_id: parent.id,
      target_idea_id: id,
      relation_type: 'parent',
      note: null,
    })
  })

  for (const status of ['captured', 'exploring', 'building', 'shipped', 'shelved']) {
    it(`takes the status ${status}`, async () => {
      expect((await newIdea(user.api, { status })).status).to.equal(status)
    })
  }

  it('is processing until the background work for it is done', async () => {
    const { id } = await newIdea(user.api)
    expect((await user.api.get(`/ideas/${id}`)).body.processing).to.equal(true)
  })

  it('trims the title and leaves the body as it is', async () => {
    const title = freshTitle()
    const idea = await newIdea(user.api, { title: ` \n\t${title}\u00a0 `, body: ' body ' })
    expect(idea).to.include({ title, body: ' body ' })
  })

  it('ignores unknown fields, and fields that the service sets', async () => {
    const idea = await newIdea(user.api, {
      id: 1,
      source: 'web',
      created_at: '2000-01-01T00:00:00.000Z',
      processing: false,
      archived: true,
      colour: 'red',
    })
    expect(idea.id).not.to.equal(1)
    expect(idea).to.include({ source: 'api', processing: true })
    expect(idea.created_at).not.to.contain('2000')
    expect(idea).not.to.have.any.keys('colour', 'archived')
  })

  it('takes null for source_url and parent_id', async () => {
    expect(await newIdea(user.api, { source_url: null, parent_id: null })).to.include({
      source_url: null,
      parent_id: null,
    })
  })

  for (const field of ['title', 'body', 'status', 'tags']) {
    it(`answers 400 when ${field} is null`, async () => {
      const reply = await user.api.post('/ideas', { title: freshTitle(), [field]: null })
      expect(brokenFields(reply)).to.deep.equal([field])
    })
  }

  it('answers 400 with every problem at once', async () => {
    const reply = await user.api.post('/ideas?force=perhaps', {
      title: ' \u00a0\n',
      body: 5,
      status: 'done',
      source_url: 'nowhere',
      tags: ['fine', '', 7, 'x'.repeat(51)],
      parent_id: '1',
    })
    expect(brokenFields(reply)).to.have.members([
      'force',
      'title',
      'body',
      'status',
      'source_url',
      'tags.1',
      'tags.2',
      'tags.3',
      'parent_id',
    ])
  })

  it('says what is wrong with a field: that it is missing, or what it must be', async () => {
    const missing = await user.api.post('/ideas', {})
    expect(missing.body.details).to.deep.equal([{ path: 'title', message: 'is required' }])
    const wrong = await user.api.post('/ideas', { title: 5, tags: 'a', status: 'x', parent_id: 'y' })
    expect(wrong.body.details).to.deep.equal([
      { path: 'title', message: 'must be a string' },
      { path: 'status', message: 'must be one of captured, exploring, building, shipped, shelved' },
      { path: 'tags', message: 'must be an array' },
      { path: 'parent_id', message: 'must be a whole number' },
    ])
  })

  it('answers 404 for an unknown parent, and creates nothing', async () => {
    const title = freshTitle()
    const reply = await user.api.post('/ideas', { title, tags: ['orphan-only'], parent_id: UNKNOWN_ID })
    expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    const { body: tags } = await user.api.get('/tags')
    expect(tags.map(({ name }: { name: string }) => name)).not.to.contain('orphan-only')
    expect((await user.api.get('/ideas?limit=1')).body[0]?.title).not.to.equal(title)
  })

  for (const parent of [0, -1, 1.5, 2 ** 53, true, [1]]) {
    it(`answers 400 for the parent ${JSON.stringify(parent)}, which cannot be an id`, async () => {
      const reply = await user.api.post('/ideas', { title: freshTitle(), parent_id: parent })
      expect(brokenFields(reply)).to.deep.equal(['parent_id'])
    })
  }

  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.org/x',
    '/relative',
    'example.org',
    'http://',
    '',
  ]) {
    it(`answers 400 for the source_url ${JSON.stringify(url)}`, async () => {
      const reply = await user.api.post('/ideas', { title: freshTitle(), source_url: url })
      expect(brokenFields(reply)).to.deep.equal(['source_url'])
    })
  }
})

describe('the Location of a new idea', () => {
  it('is where the idea is', async () => {
    const { api } = await newUser()
    const { headers, body } = await api.post('/ideas', { title: 'Found again' })
    expect(headers.get('location')).to.equal(`/api/v1/ideas/${body.id}`)
  })
})

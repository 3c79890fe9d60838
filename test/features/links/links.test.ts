import { expect } from 'chai'
import { brief, brokenFields, newIdea, newIdeaIds, TIMESTAMP, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

let user: TestUser
let idea: number
const address = 'https://example.org/'

/** One user for a suite, and an idea for each of its tests. */
function prepare(): void {
  before(async () => {
    user = await newUser()
  })
  beforeEach(async () => {
    idea = (await newIdea(user.api)).id
  })
}

const shown = async (): Promise<number[]> =>
  (await user.api.get(`/ideas/${idea}`)).body.links.map(({ id }: { id: number }) => id)

describe('POST /api/v1/ideas/:id/links', () => {
  prepare()

  it('adds to those that the idea shows, each once, however many rows of ten they fill', async () => {
    const added: number[] = []
    expect(await shown()).to.deep.equal(added)
    while (added.length < 21) {
      const url = `${address}${added.length}`
      added.push((await user.api.post(`/ideas/${idea}/links`, { url })).body.id)
      expect(await shown()).to.deep.equal(added)
    }
  })

  it('answers 201 with the link and its defaults', async () => {
    const { status, body } = await user.api.post(`/ideas/${idea}/links`, { url: address, unknown: 1 })
    expect(status).to.equal(201)
    expect(body.created_at).to.match(TIMESTAMP)
    expect(body).to.deep.equal({
      id: body.id,
      url: address,
      title: null,
      link_type: 'url',
      created_at: body.created_at,
    })
  })

  for (const type of ['url', 'assistant-chat', 'code-host-repo', 'code-host-issue', 'attachment']) {
    it(`takes the type ${type}`, async () => {
      const { body } = await user.api.post(`/ideas/${idea}/links`, {
        url: address,
        link_type: type,
        title: 'T',
      })
      expect(body).to.include({ link_type: type, title: 'T' })
    })
  }

  it('takes the same address twice, and trims it', async () => {
    const first = await user.api.post(`/ideas/${idea}/links`, { url: ` ${address} ` })
    const second = await user.api.post(`/ideas/${idea}/links`, { url: address })
    expect(first.body.url).to.equal(address)
    expect(second.status).to.equal(201)
    expect(second.body.id).not.to.equal(first.body.id)
  })

  const cases: [string, unknown, boolean][] = [
    ['url', 'ftp://example.org/x', true],
    ['url', 'mailto:somebody@example.org', true],
    ['url', address.padEnd(2_000, 'x'), true],
    ['url', address.padEnd(2_001, 'x'), false],
    ['url', 'not a url', false],
    ['url', '//example.org', false],
    ['url', 'javascript:alert(1)', false],
    ['url', 'DATA:text/html,x', false],
    ['url', 'file:///etc/passwd', false],
    ['url', 'https://[', false],
    ['url', null, false],
    ['url', 7, false],
    ['title', 'x'.repeat(200), true],
    ['title', 'x'.repeat(201), false],
    ['title', '😀'.repeat(200), true],
    ['title', '😀'.repeat(201), false],
    ['title', null, true],
    ['title', '\udc00', false],
    ['title', 7, false],
    ['link_type', 'github', false],
    ['link_type', null, false],
  ]
  for (const [field, value, accepted] of cases) {
    it(`${accepted ? 'takes' : 'answers 400 for'} ${field} ${brief(value)}`, async () => {
      const reply = await user.api.post(`/ideas/${idea}/links`, { url: address, [field]: value })
      if (accepted) expect([reply.status, reply.body[field]]).to.deep.equal([201, value])
      else expect(brokenFields(reply)).to.deep.equal([field])
    })
  }

  it('answers 400 with every problem at once', async () => {
    const none = await user.api.post(`/ideas/${idea}/links`, {})
    expect(none.body.details).to.deep.equal([{ path: 'url', message: 'is required' }])
    const wrong = await user.api.post(`/ideas/${idea}/links`, { url: 1, title: 2, link_type: 3 })
    expect(brokenFields(wrong)).to.have.members(['url', 'title', 'link_type'])
    expect(wrong.body.details[0].message).to.equal('must be a string')
    for (const body of [null, [], 'x', 5]) {
      expect(brokenFields(await user.api.post(`/ideas/${idea}/links`, body))).to.deep.equal([''])
    }
  })

  it('answers 404 for an unknown idea', async () => {
    for (const id of [UNKNOWN_ID, 'abc', '-1']) {
      const reply = await user.api.post(`/ideas/${id}/links`, { url: address })
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
    }
  })
})

describe('GET /api/v1/ideas/:id/links', () => {
  prepare()

  it('answers the links of the idea, oldest first, as the idea shows them', async () => {
    const [other] = await newIdeaIds(user.api, 1)
    await user.api.post(`/ideas/${other}/links`, { url: address })
    const made = []
    for (const title of ['a', 'b', 'c'])
      made.push((await user.api.post(`/ideas/${idea}/links`, { url: address, title })).body)
    const { status, body } = await user.api.get(`/ideas/${idea}/links`)
    expect(status).to.equal(200)
    expect(body).to.deep.equal(made)
    expect((await user.api.get(`/ideas/${idea}`)).body.links).to.deep.equal(made)
  })

  it('answers an empty array for an idea without links, and 404 for an unknown one', async () => {
    expect((await user.api.get(`/ideas/${idea}/links`)).body).to.deep.equal([])
    const reply = await user.api.get(`/ideas/${UNKNOWN_ID}/links`)
    expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Idea not found' }])
  })
})

describe('DELETE /api/v1/ideas/:id/links/:linkId', () => {
  prepare()

  it('answers 204, then 404', async () => {
    const { id } = (await user.api.post(`/ideas/${idea}/links`, { url: address })).body
    const reply = await user.api.delete(`/ideas/${idea}/links/${id}`)
    expect([reply.status, reply.body]).to.deep.equal([204, undefined])
    expect((await user.api.get(`/ideas/${idea}/links`)).body).to.deep.equal([])
    expect((await user.api.delete(`/ideas/${idea}/links/${id}`)).status).to.equal(404)
  })

  it('answers 404 for a link of another idea, and leaves it', async () => {
    const other = await newIdea(user.api)
    const { id } = (await user.api.post(`/ideas/${other.id}/links`, { url: address })).body
    const reply = await user.api.delete(`/ideas/${idea}/links/${id}`)
    expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Link not found' }])
    expect((await user.api.get(`/ideas/${other.id}/links`)).body).to.have.length(1)
  })

  it('answers 404 for unknown ideas and links, and says which it is', async () => {
    for (const [path, error] of [
      [`${idea}/links/${UNKNOWN_ID}`, 'Link not found'],
      [`${idea}/links/x`, 'Link not found'],
      [`${UNKNOWN_ID}/links/1`, 'Idea not found'],
      ['x/links/1', 'Idea not found'],
    ]) {
      const { status, body } = await user.api.delete(`/ideas/${path}`)
      expect([status, body], path).to.deep.equal([404, { error }])
    }
  })
})

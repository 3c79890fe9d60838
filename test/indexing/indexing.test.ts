import { expect } from 'chai'
import { newIdea } from '../support/factories.ts'
import { ownServers, type OwnServers } from '../support/own-servers.ts'
import { startService, type TestService, type TestUser } from '../support/service.ts'

const PASSAGES = `
MATCH (i:Idea {id: $id})-[:HAS_PASSAGE]->(p:Passage)
RETURN labels(p) AS labels, p.userId AS userId, p.text AS text, p.hash AS hash, size(p.embedding) AS dimensions,
  elementId(p) AS node
ORDER BY p.position`

describe('Background work', () => {
  let servers: OwnServers
  let service: TestService
  let user: TestUser
  before(async function () {
    this.timeout(240_000)
    const own = await ownServers()
    if (own === undefined) return this.skip()
    servers = own
    service = await startService({ env: { ...servers.env, DATA_DIR: '/tmp/datad', WORKER: 'inside' } })
  })
  beforeEach(async () => {
    user = await service.createUser()
  })
  after(async () => service?.close())

  const idea = async (id: number) => (await user.api.get(`/ideas/${id}`)).body
  const done = async (id: number): Promise<void> => {
    while ((await idea(id)).processing) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  it('embeds a new idea; then it is no longer processing', async () => {
    const made = await newIdea(user.api, { title: 'A garden', body: 'Tomatoes and **beans**.' })
    expect(made.processing).to.equal(true)
    await done(made.id)
    const passages = await servers.query(PASSAGES, { id: made.id })
    expect(passages).to.have.lengthOf(1)
    expect(passages[0]).to.deep.include({
      labels: ['Passage', 'PassageA'],
      userId: user.user_id,
      text: 'Tomatoes and beans.',
      dimensions: 384,
    })
    expect(await servers.query('MATCH (o:Outbox) RETURN o')).to.deep.equal([])
  })
})

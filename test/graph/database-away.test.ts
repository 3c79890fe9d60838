import { expect } from 'chai'
import type { Client, Reply } from '../support/client.ts'
import { startProxiedService, type ProxiedService } from '../support/proxied-service.ts'

/** Every answer comes within this; the promise to clients is five seconds. */
const LIMIT_MS = 9_000

const REQUESTS: readonly ((api: Client) => Promise<Reply>)[] = [
  (api) => api.get('/user/me'),
  (api) => api.get('/ideas'),
  (api) => api.get('/map'),
  (api) => api.get('/ideas/1'),
  (api) => api.post('/ideas', { title: 'Not now' }),
  (api) => api.patch('/tags/none', { color: null }),
  (api) => api.delete('/map/relations/1'),
]

async function expectUnavailable(api: Client): Promise<void> {
  const replies = await Promise.all(REQUESTS.map((request) => request(api)))
  for (const { status, headers, body } of replies) {
    expect(status, JSON.stringify(body)).to.equal(503)
    expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/)
    expect(body).to.deep.equal({ error: 'The service is unavailable, try again soon' })
  }
}

describe('the service while Neo4j is away', () => {
  let proxied: ProxiedService
  before(async () => {
    proxied = await startProxiedService()
  })
  afterEach(async () => proxied.neo4j.resume())
  after(async () => proxied.close())

  const expectHealth = async (status: number, word: string): Promise<void> => {
    const health = await proxied.service.anonymous.get('/health')
    expect(health.status).to.equal(status)
    expect(Object.keys(health.body)).to.have.members(['status', 'timestamp'])
    expect(health.body.status).to.equal(word)
  }

  const expectRecovery = async (api: Client): Promise<void> => {
    await proxied.neo4j.resume()
    expect((await api.post('/ideas', { title: 'Back again' })).status).to.equal(201)
    expect((await api.get('/ideas')).body).to.have.length(1)
    await expectHealth(200, 'ok')
  }

  it('answers 503 to everything when connections are refused, and goes on when they are not', async function () {
    this.timeout(LIMIT_MS + 6_000)
    const { api } = await proxied.service.createUser()
    expect((await api.get('/ideas')).status).to.equal(200)
    await proxied.neo4j.cut()
    await expectHealth(503, 'unavailable')
    await expectUnavailable(api)
    await expectRecovery(api)
  })

  it('answers 503 to everything when connections hang, and goes on when they do not', async function () {
    this.timeout(LIMIT_MS + 6_000)
    const { api } = await proxied.service.createUser()
    expect((await api.get('/ideas')).status).to.equal(200)
    proxied.neo4j.hang()
    await expectHealth(503, 'unavailable')
    await expectUnavailable(api)
    await expectRecovery(api)
  })

  it('answers 503 also to more requests than it has connections', async function () {
    this.timeout(LIMIT_MS + 6_000)
    const { api } = await proxied.service.createUser()
    expect((await api.get('/ideas')).status).to.equal(200)
    proxied.neo4j.hang()
    const replies = await Promise.all(Array.from({ length: 130 }, async () => api.get('/ideas')))
    expect(new Set(replies.map(({ status }) => status))).to.have.keys([503])
    await expectRecovery(api)
  })

  it('looks up an unknown credential in vain with 503, not with 401', async function () {
    this.timeout(LIMIT_MS)
    const { api } = await proxied.service.createUser()
    await proxied.neo4j.cut()
    expect((await api.get('/ideas')).status).to.equal(503)
    await proxied.neo4j.resume()
    expect((await api.get('/ideas')).status).to.equal(200)
  })
})

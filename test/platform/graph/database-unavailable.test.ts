import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { until } from '../../support/until.ts'
import { manyCallers, REQUESTS } from './requests.ts'

async function expectUnavailable(api: Client): Promise<void> {
  for (const { status, headers, body } of await Promise.all(REQUESTS.map((request) => request(api)))) {
    expect(status, JSON.stringify(body)).to.equal(503)
    expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/)
    expect(body).to.deep.equal({ error: 'The service is unavailable, try again soon' })
  }
}

describe('the service while Neo4j is unavailable', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))
  afterEach(async () => proxied.neo4j.resume())

  const expectHealth = async (status: number, word: string): Promise<void> => {
    const { anonymous } = proxied.service
    await until(`health is ${status}`, async () => (await anonymous.get('/health')).status === status)
    const health = await anonymous.get('/health')
    expect(Object.keys(health.body)).to.have.members(['status', 'timestamp'])
    expect(health.body.status).to.equal(word)
  }

  const expectRecovery = async (api: Client): Promise<void> => {
    await proxied.neo4j.resume()
    expect((await api.post('/ideas', { title: 'Back again' })).status).to.equal(201)
    expect((await api.get('/ideas')).body).to.have.length(1)
    await expectHealth(200, 'ok')
  }

  for (const [way, what] of [
    ['cut', 'are refused, and goes on when they are not'],
    ['hang', 'hang, and goes on when they do not'],
  ] as const) {
    it(`answers 503 to everything when connections ${what}`, async () => {
      const { api } = await proxied.service.createUser()
      expect((await api.get('/ideas')).status).to.equal(200)
      await proxied.neo4j[way]()
      await expectHealth(503, 'unavailable')
      await expectUnavailable(api)
      await expectRecovery(api)
    })
  }

  it('answers 503 also to more requests than it has connections', async () => {
    const clients = await manyCallers(proxied.service)
    proxied.neo4j.hang()
    const replies = await Promise.all(clients.map(async (api) => api.get('/ideas')))
    expect(new Set(replies.map(({ status }) => status))).to.have.keys([503])
    const [api] = clients
    if (api !== undefined) await expectRecovery(api)
  })

  it('looks up an unknown credential in vain with 503, not with 401', async () => {
    const { api } = await proxied.service.createUser()
    await proxied.neo4j.cut()
    expect((await api.get('/ideas')).status).to.equal(503)
    await proxied.neo4j.resume()
    expect((await api.get('/ideas')).status).to.equal(200)
  })
})

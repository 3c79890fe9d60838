import { expect } from 'chai'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { sharedService } from '../../support/service.ts'

describe('GET /api/v1/health', () => {
  it('answers ok without credentials while Neo4j answers', async () => {
    const { anonymous } = await sharedService()
    const reply = await anonymous.get('/health')
    expect(reply.status).to.equal(200)
    expect(reply.body.status).to.equal('ok')
    expect(Date.parse(reply.body.timestamp)).to.be.closeTo(Date.now(), 60_000)
  })
})

describe('many checks of health', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))

  it('ask Neo4j at most once a second', async () => {
    const { anonymous } = proxied.service
    proxied.neo4j.reset()
    const begin = performance.now()
    for (let round = 0; round < 3; round += 1) {
      const replies = await Promise.all(Array.from({ length: 100 }, async () => anonymous.get('/health')))
      expect(new Set(replies.map(({ status }) => status))).to.have.keys([200])
    }
    const seconds = Math.ceil((performance.now() - begin) / 1_000)
    const asked = proxied.neo4j.messages().filter((message) => message === 'RUN')
    expect(asked.length).to.be.within(1, seconds)
  })
})

describe('GET /api/v1/health/live', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))

  it('answers ok without asking anything, also while the databases are unavailable', async () => {
    const { anonymous } = proxied.service
    await Promise.all([proxied.neo4j.cut(), proxied.redis.cut()])
    proxied.neo4j.reset()
    const reply = await anonymous.get('/health/live')
    expect([reply.status, reply.body]).to.deep.equal([200, { status: 'ok', timestamp: reply.body.timestamp }])
    expect(proxied.neo4j.messages()).to.deep.equal([])
  })
})

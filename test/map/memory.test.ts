import { expect } from 'chai'
import { bareDriver } from '../../bench/bare.ts'
import { writeBigGraph } from '../support/big-graph.ts'
import { Client } from '../support/client.ts'
import { residentMb } from '../support/resident-memory.ts'
import { sharedService, testServers } from '../support/service.ts'
import { startServiceProcess } from '../support/service-process.ts'

const METRICS_TOKEN = 'the-token-of-the-memory-test'
const ROUNDS = 3
const CONCURRENCY = 16

describe('the memory of the service', () => {
  it('stays under 200 MB while it serves a map of 10,000 ideas and 50,000 relations to 16 at a time', async function () {
    this.timeout(120_000)
    const { createUser } = await sharedService()
    const user = await createUser('pro')
    const { neo4jUri, user: login, password } = testServers()
    const driver = bareDriver(neo4jUri, login, password)
    const service = await startServiceProcess({ METRICS_TOKEN, NODE_V8_COVERAGE: '' })
    let peak = 0
    const look = async (): Promise<void> => {
      peak = Math.max(peak, await residentMb(service.url, METRICS_TOKEN))
    }
    try {
      await writeBigGraph(driver, user.user_id, { ideas: 10_000, relations: 50_000 })
      const api = new Client(service.url, { 'X-API-Key': user.api_key })
      const identity = api.with({ 'Accept-Encoding': 'identity' })
      const watch = setInterval(() => void look(), 100)
      for (let round = 0; round < ROUNDS; round += 1) {
        const clients = Array.from({ length: CONCURRENCY }, (_, index) => (index % 2 === 0 ? api : identity))
        for (const { status, body } of await Promise.all(clients.map((client) => client.get('/map')))) {
          expect(status).to.equal(200)
          expect(body.nodes).to.have.lengthOf(10_000)
          expect(body.edges).to.have.lengthOf(50_000)
        }
      }
      clearInterval(watch)
      await look()
      expect(peak).to.be.greaterThan(30)
      expect(peak, 'MB resident at most').to.be.lessThan(200)
    } finally {
      await service.stop()
      await driver.close()
    }
  })
})

import { expect } from 'chai'
import { writeBigGraph } from '../support/big-graph.ts'
import { Client } from '../support/client.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { peakResidentMb } from '../support/resident-memory.ts'
import { newUser } from '../support/service.ts'
import { startServiceProcess } from '../support/service-process.ts'

const METRICS_TOKEN = 'the-token-of-the-memory-test'
const ROUNDS = 3
const CONCURRENCY = 16

describe('the memory of the service', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('stays under 200 MB while it serves a map of 10,000 ideas and 50,000 relations to 16 at a time', async function () {
    this.timeout(120_000)
    const user = await newUser()
    const service = await startServiceProcess({ METRICS_TOKEN, NODE_V8_COVERAGE: '' })
    try {
      await writeBigGraph(database.driver, user.user_id, { ideas: 10_000, relations: 50_000 })
      const api = new Client(service.url, { 'X-API-Key': user.api_key })
      const identity = api.with({ 'Accept-Encoding': 'identity' })
      const readMaps = async (): Promise<void> => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const clients = Array.from({ length: CONCURRENCY }, (_, index) =>
            index % 2 === 0 ? api : identity,
          )
          for (const { status, body } of await Promise.all(clients.map((client) => client.get('/map')))) {
            expect(status).to.equal(200)
            expect(body.nodes).to.have.lengthOf(10_000)
            expect(body.edges).to.have.lengthOf(50_000)
          }
        }
      }
      const peak = await peakResidentMb(service.url, METRICS_TOKEN, readMaps)
      expect(peak).to.be.greaterThan(30)
      expect(peak, 'MB resident at most').to.be.lessThan(200)
    } finally {
      await service.stop()
    }
  })
})

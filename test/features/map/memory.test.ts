import { expect } from 'chai'
import { modelFolder } from '../../platform/embeddings/model.ts'
import { newIdea } from '../../support/factories.ts'
import { writeBigGraph } from '../../support/big-graph.ts'
import { Client } from '../../support/client.ts'
import { givenEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { AS_NPM_START, peakResidentMb } from '../../support/resident-memory.ts'
import { startService } from '../../support/service.ts'
import { startServiceProcess } from '../../support/service-process.ts'

const ROUNDS = 3
const CONCURRENCY = 16

describe('the memory of the service as npm start runs it', () => {
  let database: TestDatabase
  givenEmptyDatabase((given) => (database = given))

  it('stays under 300 MB while it serves a map of 10,000 ideas and 50,000 relations to 16 at a time', async function () {
    const setup = await startService({ env: AS_NPM_START })
    const user = await setup.createUser('pro')
    await setup.close()
    const service = await startServiceProcess({
      ...AS_NPM_START,
      WORKER: 'inside',
      EMBEDDINGS_DIR: modelFolder(this),
    })
    try {
      const api = new Client(service.url, { 'X-API-Key': user.api_key })
      await untilFoundByMeaning(api)
      await writeBigGraph(database.driver, user.user_id, { ideas: 9_999, relations: 50_000 })
      const identity = api.with({ 'Accept-Encoding': 'identity' })
      for (let round = 0; round < ROUNDS; round += 1) {
        const clients = Array.from({ length: CONCURRENCY }, (_, index) =>
          round === 0 || index % 2 === 0 ? identity : api,
        )
        for (const { status, body } of await Promise.all(clients.map((client) => client.get('/map')))) {
          expect(status).to.equal(200)
          expect(body.nodes).to.have.lengthOf(10_000)
          expect(body.edges).to.have.lengthOf(50_000)
        }
      }
      const peak = peakResidentMb(service.pid)
      expect(peak).to.be.greaterThan(30)
      expect(peak, 'MB resident at most').to.be.lessThan(300)
    } finally {
      await service.stop()
    }
  })
})

/** Has the service embed an idea and a question, so that all of it is in memory. */
async function untilFoundByMeaning(api: Client): Promise<void> {
  const { id } = await newIdea(api, { title: 'An offline mode' })
  for (;;) {
    const { status, body } = await api.get('/ideas/search?q=working+without+a+network&mode=semantic')
    if (status === 200 && body.results[0]?.id === id) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

import { expect } from 'chai'
import type { Driver } from 'neo4j-driver'
import { createDriver } from '../../../src/platform/graph/driver.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { ledgerQueries } from '../../../src/platform/graph/ledger.ts'
import { testServers } from '../../support/service.ts'

describe('a graph whose password Neo4j refuses', () => {
  const account = `refused${process.pid}`
  let admin: Driver
  before(async () => {
    const { neo4jUri: uri, user, password } = testServers()
    admin = createDriver({ uri, user, password, database: 'system' })
    await inSystem("CREATE USER $account SET PASSWORD 'the right one' CHANGE NOT REQUIRED")
  })
  after(async () => {
    await inSystem('DROP USER $account')
    await admin.close()
  })
  const inSystem = async (text: string) => admin.executeQuery(text, { account }, { database: 'system' })

  it('is unavailable, also when Neo4j has heard so many that it listens no more', async () => {
    const address = { uri: testServers().neo4jUri, user: account, password: 'a wrong one', database: 'neo4j' }
    const graph = createGraph(createDriver(address), 'neo4j', Date.now)
    try {
      for (let time = 0; time < 6; time += 1) {
        const refusal = await graph.read(ledgerQueries.ping, {}).catch((error: unknown) => error)
        expect(refusal, `time ${time}`).to.include({ code: 'service_unavailable' })
      }
    } finally {
      await graph.close()
    }
  })
})

import { expect } from 'chai'
import type { Driver } from 'neo4j-driver'
import { createDriver } from '../../src/graph/driver.ts'
import { warmUp } from '../../src/graph/warm-up.ts'
import { ideaQueries } from '../../src/ideas/store.ts'
import { linkQueries } from '../../src/links/store.ts'
import { STATEMENTS } from '../../src/statements.ts'
import { newIdea } from '../support/factories.ts'
import { ownServers } from '../support/own-servers.ts'
import { sharedService, startService, testServers } from '../support/service.ts'

describe('the warm-up', () => {
  let driver: Driver
  before(async () => {
    await sharedService()
    const { neo4jUri: uri, user, password } = testServers()
    driver = createDriver({ uri, user, password, database: 'neo4j' })
  })
  after(async () => driver.close())

  it('runs statements that would make the same thing, each as if it were the only one', async () => {
    await warmUp(driver, 'neo4j', [ideaQueries.create, linkQueries.create, ideaQueries.create], 15_000)
  })

  it('leaves nothing behind', async () => {
    await warmUp(driver, 'neo4j', [ideaQueries.create], 15_000)
    const { records } = await driver.executeQuery('MATCH (i:Idea {id: 0}) RETURN i.id')
    expect(records).to.have.length(0)
  })

  it('reaches the last of all statements of the service', async function () {
    this.timeout(60_000)
    await warmUp(driver, 'neo4j', STATEMENTS, 60_000)
  })

  it('reaches it in a database of a single idea, too, where statements are planned otherwise', async function () {
    this.timeout(120_000)
    const servers = await ownServers()
    if (servers === undefined) return this.skip()
    const { createUser, close } = await startService({ env: servers.env })
    const { api } = await createUser()
    await newIdea(api)
    await servers.query('CALL db.prepareForReplanning()')
    await close()
    await warmUp(servers.driver, 'neo4j', STATEMENTS, 100_000)
  })
})

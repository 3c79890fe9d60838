import { expect } from 'chai'
import type { Driver } from 'neo4j-driver'
import { z } from 'zod'
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

  it('ends in its time, whatever is under way then', async () => {
    const text = 'UNWIND range(1, 1000000000) AS number RETURN sum(number * number) AS sum'
    const begun = performance.now()
    await warmUp(
      driver,
      'neo4j',
      [{ ...ideaQueries.get, params: z.object({}), text }, ideaQueries.create],
      300,
    )
    expect(performance.now() - begun).to.be.within(300, 10_000)
  })

  it('reaches the last of all statements of the service', async function () {
    this.timeout(60_000)
    await reachesTheEnd(driver)
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
    await reachesTheEnd(servers.driver)
  })
})

/** Warms up with all statements, and with one more that tells that it was reached. */
async function reachesTheEnd(driver: Driver): Promise<void> {
  let isReached = false
  const last = {
    ...ideaQueries.create,
    get text() {
      isReached = true
      return ideaQueries.create.text
    },
  }
  await warmUp(driver, 'neo4j', [...STATEMENTS, last], 100_000)
  expect(isReached).to.equal(true)
}

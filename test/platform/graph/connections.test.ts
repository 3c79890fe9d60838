import { expect } from 'chai'
import neo4j, { type Driver } from 'neo4j-driver'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import { createSequence } from '../../../src/platform/graph/sequence.ts'
import { accountQueries } from '../../../src/features/account/store.ts'
import { newUser, testServers } from '../../support/service.ts'

describe('a graph with few connections', () => {
  let driver: Driver
  let graph: Graph
  before(() => {
    const { neo4jUri, user, password } = testServers()
    driver = neo4j.driver(neo4jUri, password === '' ? undefined : neo4j.auth.basic(user, password), {
      disableLosslessIntegers: true,
      maxConnectionPoolSize: 3,
    })
    graph = createGraph(driver, 'neo4j', Date.now)
  })
  after(async () => graph.close())

  it('serves many writes of one user that each need a connection more for their ids', async () => {
    const user = await newUser()
    const sequences = Array.from({ length: 12 }, () => createSequence(graph, 'tag'))
    const ids = await Promise.all(
      sequences.map((sequence) =>
        graph.write({ userId: user.user_id, idempotency: undefined }, () => sequence.next()),
      ),
    )
    expect(new Set(ids).size).to.equal(12)
  })

  it('serves the reads of others while one user writes a lot', async () => {
    const [busy, other] = [await newUser(), await newUser()]
    const held = Promise.withResolvers<void>()
    const writes = Array.from({ length: 8 }, () =>
      graph.write({ userId: busy.user_id, idempotency: undefined }, async () =>
        held.promise.then(() => 'written'),
      ),
    )
    const rows = await graph.read(accountQueries.get, { userId: other.user_id })
    expect(rows).to.have.length(1)
    held.resolve()
    expect(await Promise.all(writes)).to.deep.equal(Array.from({ length: 8 }, () => 'written'))
  })
})

import { expect } from 'chai'
import neo4j, { type Driver } from 'neo4j-driver'
import { createGraph, type Graph } from '../../src/graph/graph.ts'
import { createSequence } from '../../src/graph/sequence.ts'
import { accountQueries } from '../../src/account/store.ts'
import { sharedService, testServers } from '../support/service.ts'

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
    const user = await (await sharedService()).createUser()
    const sequences = Array.from({ length: 12 }, () => createSequence(graph, 'tag'))
    const ids = await Promise.all(
      sequences.map((sequence) =>
        graph.write(user.user_id, { apply: () => sequence.next(), recall: () => sequence.next() }),
      ),
    )
    expect(new Set(ids).size).to.equal(12)
  })

  it('serves the reads of others while one user writes a lot', async () => {
    const { createUser } = await sharedService()
    const [busy, other] = [await createUser(), await createUser()]
    const order: string[] = []
    const held = Promise.withResolvers<void>()
    const writes = Array.from({ length: 8 }, () =>
      graph.write(busy.user_id, {
        apply: async () => held.promise.then(() => order.push('write')),
        recall: async () => 0,
      }),
    )
    await graph.read(accountQueries.get, { userId: other.user_id })
    order.push('read')
    held.resolve()
    await Promise.all(writes)
    expect(order[0]).to.equal('read')
    expect(order).to.have.length(9)
  })
})

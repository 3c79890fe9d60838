import { expect } from 'chai'
import { createDriver } from '../../../src/platform/graph/driver.ts'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import { createSequence } from '../../../src/platform/graph/sequence.ts'
import { sharedService, testServers } from '../../support/service.ts'

describe('a sequence', () => {
  let graph: Graph
  before(async () => {
    await sharedService()
    const { neo4jUri: uri, user, password } = testServers()
    graph = createGraph(createDriver({ uri, user, password, database: 'neo4j' }), 'neo4j', Date.now)
  })
  after(async () => graph.close())

  it('never hands out an id twice, however many there are of it and ask at once', async () => {
    const sequences = Array.from({ length: 5 }, () => createSequence(graph, 'link'))
    const ids = await Promise.all(sequences.flatMap((sequence) => Array.from({ length: 250 }, sequence.next)))
    expect(new Set(ids).size).to.equal(1250)
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).to.equal(true)
  })

  it('rises within one process', async () => {
    const sequence = createSequence(graph, 'link')
    const ids = await Promise.all(Array.from({ length: 230 }, sequence.next))
    expect(ids).to.deep.equal([...ids].sort((a, b) => a - b))
  })
})

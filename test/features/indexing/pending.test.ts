import { expect } from 'chai'
import { pino } from 'pino'
import { createEnrichment } from '../../../src/features/indexing/enrichment.ts'
import { createIndexingFeature } from '../../../src/features/indexing/feature.ts'
import { createOutboxStore } from '../../../src/features/indexing/store.ts'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import type { Platform } from '../../../src/platform/platform.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

const WAITING = `
SHOW TRANSACTIONS YIELD status, currentQuery
WHERE status STARTS WITH 'Blocked' AND currentQuery CONTAINS 'Outbox'
RETURN status`
const ROW = { ideaId: 8_000_000_000_000_101, userId: 'pending', version: 1, priority: 1, dueAt: 5, retry: 0 }

describe('What a user wrote just before', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  const row = async (stage: string) =>
    database.query('MERGE (o:Outbox {ideaId: $row.ideaId}) SET o = $row, o.stage = $stage', {
      row: ROW,
      stage,
    })
  /** Expects that the call waits for a transaction that is applied to the store and holds its locks while the index follows. */
  const expectToWait = async (call: () => Promise<unknown>): Promise<void> => {
    const session = database.driver.session({ database: 'neo4j' })
    try {
      const tx = session.beginTransaction()
      await tx.run('MATCH (o:Outbox {ideaId: $id}) SET o:Outbox', { id: ROW.ideaId })
      let isOver = false
      const called = call().then(() => (isOver = true))
      await until('it waits for the writer', async () => (await database.query(WAITING)).length > 0)
      expect(isOver).to.equal(false)
      await tx.commit()
      expect(await called).to.equal(true)
    } finally {
      await session.close()
    }
  }
  // Planning it takes longer than what waits may.
  before(async () => database.query(WAITING))
  afterEach(async () => database.query('MATCH (o:Outbox {ideaId: $id}) DELETE o', { id: ROW.ideaId }))

  it('is pending until its passages are in the index, and not only until others see that they were written', async () => {
    const { recentStages, applied } = createOutboxStore(
      createGraph(database.driver, 'neo4j', Date.now),
      Date.now,
    )
    await row('indexing')
    expect(await recentStages(ROW.userId, 5)).to.deep.equal(['indexing'])
    expect(await recentStages(ROW.userId, 6)).to.deep.equal([])
    await row('enrichment')
    await expectToWait(async () => applied(ROW.userId, 5))
  })

  it('is compared with others only then', async () => {
    const outbox = createOutboxStore(createGraph(database.driver, 'neo4j', Date.now), Date.now)
    const enrich = createEnrichment({ outbox, steps: [], waitForTurn: async () => undefined })
    await row('enrichment')
    await expectToWait(async () => enrich(ROW, new AbortController().signal))
  })

  it('is looked up a few times while a search waits for it', async () => {
    const graph = createGraph(database.driver, 'neo4j', Date.now)
    let reads = 0
    const counting: Graph = {
      ...graph,
      async read(query, params) {
        reads += 1
        return graph.read(query, params)
      },
    }
    const platform = { graph: counting, log: pino({ level: 'silent' }), clock: () => ROW.dueAt }
    const config = { dataDir: '', embeddings: { endpoint: undefined, folder: undefined } }
    const { settled, close } = createIndexingFeature(platform as unknown as Platform, config)
    await row('indexing')
    await settled(ROW.userId)
    expect(reads).to.be.within(2, 8)
    await close()
  })
})

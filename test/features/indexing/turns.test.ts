import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import neo4j from 'neo4j-driver'
import { createOutboxStore } from '../../../src/features/indexing/store.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'

const FIRST_ID = 8_000_000_000_001_000

describe('The jobs of many users', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  afterEach(async () =>
    database.query('MATCH (o:Outbox) WHERE o.ideaId >= $id AND o.ideaId < $id + 1000 DELETE o', {
      id: neo4j.int(FIRST_ID),
    }),
  )

  it('are done before those of one user beyond its urgent ones, which wait with imports', async () => {
    const { next, demote } = createOutboxStore(createGraph(database.driver, 'neo4j', Date.now), Date.now)
    const [busy, other] = [randomUUID(), randomUUID()]
    const rows = Array.from({ length: 155 }, (_, at) => ({
      ideaId: neo4j.int(FIRST_ID + at),
      userId: at < 150 ? busy : other,
      // Long before the jobs of other tests.
      dueAt: neo4j.int(at),
    }))
    await database.query(
      `UNWIND $rows AS row CREATE (o:Outbox {ideaId: row.ideaId, userId: row.userId, dueAt: row.dueAt, version: 1,
        stage: 'indexing', priority: 1, retry: 0})`,
      { rows },
    )
    await demote('indexing', 100)
    const places = (await next('indexing', 105)).map(({ data }) => data.ideaId - FIRST_ID)
    const expected = [...Array.from({ length: 100 }, (_, at) => at), 150, 151, 152, 153, 154]
    expect(places).to.deep.equal(expected)
    const later = (await next('indexing', 100_000)).filter(({ priority }) => priority === 2)
    expect(later.slice(0, 50).map(({ data }) => data.ideaId - FIRST_ID)).to.deep.equal(
      Array.from({ length: 50 }, (_, at) => 100 + at),
    )
  })
})

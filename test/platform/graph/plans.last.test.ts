import { expect } from 'chai'
import { ideaQueries } from '../../../src/features/ideas/store.ts'
import { mergeQueries } from '../../../src/features/merges/store.ts'
import { relationQueries } from '../../../src/features/relations/store.ts'
import { searchQueries, vectorQueries } from '../../../src/features/search/store.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { ledgerQueries } from '../../../src/platform/graph/ledger.ts'
import { driverArguments, statementsToPlan } from '../../../src/platform/graph/query.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { ideaToCreate } from '../../support/factories.ts'

/** Creations that differ in the types of their parameters, and in the orders of size of these. */
const SHAPES = [1, 20, 300, 4_000, 50_000].flatMap((title) =>
  [1, 20, 300, 4_000].flatMap((body) =>
    [null, 'https://example.org'].map((sourceUrl) => ({
      title: 'a'.repeat(title),
      body: 'é'.repeat(body),
      sourceUrl,
    })),
  ),
)

describe('plans of statements', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  /** Makes Neo4j forget its plans, and returns how many there were. */
  const forget = async (): Promise<number> => {
    const [cleared] = await database.query('CALL db.clearQueryCaches()')
    return Number(/\d+/.exec(String(cleared?.['value']))?.[0])
  }

  it('are made once, whatever types and sizes the parameters have', async () => {
    await forget()
    for (const shape of SHAPES)
      await database.query(
        ...driverArguments(ideaQueries.create, ideaToCreate({ id: 1, userId: 'nobody', ...shape })),
      )
    // The services of this run ask something now and then, too.
    expect(await forget()).to.be.within(1, SHAPES.length / 2)
  })

  it('of merges, of changed parents and relations and of a usual search are made before the first of them', async function () {
    const [alone, behindWrites] = [statementsToPlan('alone'), statementsToPlan('behind writes')]
    expect(alone).to.include.members([searchQueries.keyword, searchQueries.page, vectorQueries.a])
    expect(behindWrites).to.include.members([mergeQueries.archive, ideaQueries.get, ideaQueries.update])
    expect(behindWrites).to.include.members([relationQueries.createParent, relationQueries.remove])
    const { plan } = createGraph(database.driver, 'neo4j', Date.now)
    await forget()
    await plan()
    expect(await forget()).to.be.at.least(alone.length + behindWrites.length)
    await plan()
    for (const { text } of alone) await database.query(text, { params: {} }).catch(() => undefined)
    const session = database.driver.session({ database: 'neo4j' })
    try {
      const tx = session.beginTransaction()
      await tx.run(ledgerQueries.beginWriting.text)
      for (const { text } of behindWrites) await tx.run(text, { params: {} })
    } finally {
      await session.close()
    }
    // The services of this run ask something now and then, too.
    expect(await forget()).to.be.within(1, alone.length + behindWrites.length + 5)
  })
})

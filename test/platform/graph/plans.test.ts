import { expect } from 'chai'
import { ideaQueries } from '../../../src/features/ideas/store.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'

/** Finding a plan takes less, making one more, microseconds. */
const PLANNED_US = 10_000

describe('plans of statements', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  /** What Neo4j remembers of the latest executions of the statement that creates an idea: all, and those that made a plan. */
  const creations = async () => {
    const invocations = await database.query(
      `CALL db.stats.retrieve('QUERIES', {maxInvocations: 10000}) YIELD data
       WHERE data.query = $text
       UNWIND data.invocations AS invocation
       RETURN invocation.elapsedCompileTimeInUs AS us`,
      { text: ideaQueries.create.text },
    )
    return {
      all: invocations.length,
      planned: invocations.filter(({ us }) => Number(us) > PLANNED_US).length,
    }
  }

  before(async () => {
    // retrieve() tells the plan of every remembered statement: seconds on a server that has run thousands
    await database.query("CALL db.stats.clear('QUERIES')")
  })

  it('are made once, whatever types and sizes the parameters have', async () => {
    const { api } = await newUser()
    for (const length of [1, 20, 300, 4_000])
      for (const rest of [{}, { source_url: 'https://example.org', tags: ['a', 'b'] }]) {
        const idea = { title: 'a'.repeat(Math.min(length, 200)), body: 'é '.repeat(length), ...rest }
        expect((await api.post('/ideas?force=true', idea)).status).to.equal(201)
      }

    const { all, planned } = await creations()
    expect(all).to.be.at.least(8)
    // Other suites create ideas, too, and moved statistics of the graph make a plan anew; if sizes counted, seven of eight would be.
    expect(planned).to.be.at.most(all / 4)
  })
})

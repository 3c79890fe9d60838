import { expect } from 'chai'
import type { ProfiledPlan } from 'neo4j-driver'
import { luceneQueries } from '../../../src/features/search/lucene.ts'
import { searchQueries } from '../../../src/features/search/store.ts'
import { termsOf } from '../../../src/features/search/words.ts'
import { newIdea } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'

const { text, params } = searchQueries.keyword

/** How many times a statement waited for the full-text indexes, which follow the writes of all users. */
function waitsOf({ children, arguments: details }: ProfiledPlan): number {
  const isWait = String(details['Details']).includes('awaitEventuallyConsistentIndexRefresh')
  return (isWait ? Number(details['Rows']) : 0) + children.reduce((sum, child) => sum + waitsOf(child), 0)
}

describe('A search by words and the writes that the index does not have yet', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  const waits = async (userId: string, since: number): Promise<number> => {
    const session = database.driver.session({ database: 'neo4j' })
    try {
      const filter = { userId, status: null, tagKeys: [], offset: 0, limit: 20, whole: true }
      const words = luceneQueries(userId, termsOf('gazebo'))
      const given = params.parse({ ...filter, index: 'idea_terms', words, since })
      const { summary } = await session.run(`PROFILE ${text}`, given)
      if (summary.profile === false) throw new Error('Neo4j shows no profile')
      return waitsOf(summary.profile)
    } finally {
      await session.close()
    }
  }

  it('waits for those of its user of the last seconds, and for nobody else’s', async () => {
    const [writer, other] = [await newUser(), await newUser()]
    await newIdea(writer.api, { title: 'Gazebo' })
    expect(await waits(writer.user_id, Date.now() - 10_000)).to.equal(1)
    expect(await waits(writer.user_id, Date.now() + 10_000)).to.equal(0)
    expect(await waits(other.user_id, Date.now() - 10_000)).to.equal(0)
  })
})

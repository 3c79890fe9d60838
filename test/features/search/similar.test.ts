import { expect } from 'chai'
import type { ProfiledPlan } from 'neo4j-driver'
import { luceneQueries } from '../../../src/features/search/lucene.ts'
import { searchQueries } from '../../../src/features/search/store.ts'
import { termsOf } from '../../../src/features/search/words.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'
import { plant } from './passages.ts'

const { text, params } = searchQueries.similar

/** What a statement asked of the storage in all. */
function hitsOf({ dbHits, children }: ProfiledPlan): number {
  return children.reduce((sum, child) => sum + hitsOf(child), dbHits)
}

describe('Ideas that hold words of another', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('cost no more, however many hold a word', async () => {
    const { user_id: userId } = await newUser()
    const cost = async (): Promise<{ hits: number; found: number }> => {
      const session = database.driver.session({ database: 'neo4j' })
      try {
        const words = luceneQueries(userId, termsOf('greenhouse pergola')).map(({ either }) => either)
        const given = params.parse({ userId, id: 0, words, window: 20, limit: 8 })
        const { records, summary } = await session.run(`PROFILE ${text}`, given)
        if (summary.profile === false) throw new Error('Neo4j shows no profile')
        return { hits: hitsOf(summary.profile), found: records.length }
      } finally {
        await session.close()
      }
    }
    const ideas = Array.from({ length: 440 }, () => ({ title: 'A greenhouse' }))
    await plant(database, userId, [{ title: 'A pergola' }, ...ideas.slice(0, 40)])
    const few = await cost()
    await plant(database, userId, ideas.slice(40))
    const many = await cost()
    expect([few.found, many.found]).to.deep.equal([1, 1])
    expect(many.hits).to.be.greaterThan(0).and.at.most(few.hits)
  })
})

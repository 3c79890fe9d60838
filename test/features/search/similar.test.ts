import { expect } from 'chai'
import { luceneQueries } from '../../../src/features/search/lucene.ts'
import { createSearchStore, searchQueries } from '../../../src/features/search/store.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { termsOf } from '../../../src/features/search/query-terms.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { profiled } from '../../support/db-hits.ts'
import { newUser } from '../../support/service.ts'
import { plant } from './passages.ts'

/** Ideas of the same title. */
function titled(title: string, count: number): { title: string }[] {
  return Array.from({ length: count }, () => ({ title }))
}

describe('Ideas that hold words of another', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('cost no more, however many hold a word', async () => {
    const { user_id: userId } = await newUser()
    const cost = async (): Promise<{ hits: number; found: number }> => {
      const words = luceneQueries(userId, termsOf('greenhouse pergola')).map(({ either }) => either)
      return profiled(database, searchQueries.similar, { userId, id: 0, words, window: 20, limit: 8 })
    }
    const ideas = titled('A greenhouse', 440)
    await plant(database, userId, [{ title: 'A pergola' }, ...ideas.slice(0, 40)])
    const few = await cost()
    await plant(database, userId, ideas.slice(40))
    const many = await cost()
    expect([few.found, many.found]).to.deep.equal([1, 1])
    expect(many.hits).to.be.greaterThan(0).and.at.most(few.hits)
  })

  it('are the same ones, whatever others store', async () => {
    const [{ user_id: userId }, { user_id: other }] = [await newUser(), await newUser()]
    const alders = await plant(database, userId, titled('Alder', 10))
    await plant(database, userId, titled('Birch', 12))
    const similar = async (): Promise<number[]> => {
      const words = luceneQueries(userId, termsOf('alder birch')).map(({ either }) => either)
      const given = { userId, id: 0, words, window: 100, limit: 8 }
      return createSearchStore(createGraph(database.driver, 'neo4j', Date.now)).similar(given)
    }
    const alone = await similar()
    expect(alone).to.deep.equal(alders.toReversed().slice(0, 8))
    await plant(database, other, titled('Alder', 300))
    expect(await similar()).to.deep.equal(alone)
  })
})

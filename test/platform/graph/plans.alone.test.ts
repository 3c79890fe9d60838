import { expect } from 'chai'
import { ideaQueries } from '../../../src/features/ideas/store.ts'
import { sent } from '../../../src/platform/graph/query.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'

/** Creations that differ in the types of their parameters, and in the orders of size of these. */
const SHAPES = [1, 20, 300, 4_000, 50_000].flatMap((title) =>
  [1, 20, 300, 4_000].flatMap((body) => [null, 'https://example.org'].map((url) => ({ title, body, url }))),
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
    const idea = { id: 1, userId: 'nobody', titleKey: '', wordForms: '', contentHash: '' }
    const rest = {
      status: 'captured' as const,
      source: 'api',
      tags: [],
      uniqueHash: null,
      mostIdeas: null,
      mostTags: 1,
      requestId: null,
      now: 1,
    }
    await forget()
    for (const { title, body, url } of SHAPES) {
      const content = { title: 'a'.repeat(title), body: 'é'.repeat(body), sourceUrl: url }
      await database.query(...sent(ideaQueries.create, { ...idea, ...content, ...rest }))
    }
    // The services of this run ask something now and then, too.
    expect(await forget()).to.be.within(1, SHAPES.length - 1)
  })
})

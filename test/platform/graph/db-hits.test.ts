import { expect } from 'chai'
import { ideaQueries } from '../../../src/features/ideas/store.ts'
import { wordsOf } from '../../../src/features/search/keyword.ts'
import { searchQueries, vectorQueries } from '../../../src/features/search/store.ts'
import { termsOf } from '../../../src/features/search/query-terms.ts'
import { plant, towards } from '../../features/search/passages.ts'
import { tagQueries } from '../../../src/features/tags/store.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { profiled } from '../../support/db-hits.ts'
import { newUser } from '../../support/service.ts'

const IDEAS = 400
const PAGE = { offset: 0, limit: 20 }
const FIRST = { ...PAGE, afterKey: null, afterId: null }
/** What an idea of a page may cost: each of its properties, its tags, parent and whether it is being processed. */
const LISTED = 32

describe('the db hits of statements that read many ideas', () => {
  let database: TestDatabase
  let userId: string
  givenDatabase((given) => (database = given))
  before(async () => {
    const user = await newUser()
    userId = user.user_id
    const ideas = Array.from({ length: IDEAS }, (_, at) => ({
      title: `Idea ${at}`,
      body: at % 4 === 0 ? 'mentions zeppelins' : 'mentions trains',
      tags: ['all', ...(at % 2 === 0 ? ['even'] : []), ...(at % 3 === 0 ? ['third'] : [])],
    }))
    expect((await user.api.post('/user/import', { ideas })).status).to.equal(200)
    await database.query('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()')
  })

  it('depend on the page alone for the newest ideas, and are the same for the second page and the last one after a cursor', async () => {
    const ideas = await database.query(
      'MATCH (i:Idea {userId: $userId}) RETURN i.createdAt AS key, i.id AS id ORDER BY key DESC, id DESC',
      { userId },
    )
    const pageAfter = async (place: number) => {
      const after = { afterKey: Number(ideas[place]?.['key']), afterId: Number(ideas[place]?.['id']) }
      return profiled(database, ideaQueries.list, { userId, ...PAGE, ...after })
    }
    const first = await profiled(database, ideaQueries.list, { userId, ...FIRST })
    // Tags repeat after twelve ideas: these two pages have as many.
    const [second, last] = [await pageAfter(19), await pageAfter(19 + 12 * 29)]

    expect(first.hits).to.be.below(20 * LISTED)
    expect(second.hits).to.be.below(20 * LISTED + 20 + 10)
    expect(last.hits).to.equal(second.hits)
  })

  it('are three per idea of a tag, and the page, for a list by tags', async () => {
    const { hits } = await profiled(database, ideaQueries.listTagged, {
      userId,
      ...FIRST,
      status: null,
      sort: '-created_at',
      tagKeys: ['even', 'third'],
    })
    const tagged = IDEAS / 2 + Math.ceil(IDEAS / 3)

    expect(hits).to.be.below(3 * tagged + 20 * LISTED)
  })

  it('are a few per tag, however many ideas it has, for all tags', async () => {
    const { hits, found } = await profiled(database, tagQueries.list, { userId })

    expect(hits).to.be.below(10 * found)
  })

  for (const [what, whole, listed] of [
    ['and the page, for a search by words', true, LISTED],
    ['and no page, for the words of a hybrid search', false, 2],
  ] as const) {
    it(`are four per idea that holds a word, ${what}; a row per hit, so that long ideas are decoded one by one`, async () => {
      const { hits, found } = await profiled(database, searchQueries.keyword, {
        userId,
        ...PAGE,
        status: null,
        tagKeys: [],
        ...wordsOf(userId, termsOf('zeppelins')),
        whole,
      })

      expect(hits).to.be.below(4 * (IDEAS / 4) + PAGE.limit * listed)
      expect(found).to.equal(PAGE.limit)
    })
  }

  it('are one per passage of the window, ten per idea of three pages, and the page, for a search by meaning', async () => {
    const { user_id: owner } = await newUser()
    const ideas = Array.from({ length: IDEAS }, (_, at) => ({
      passages: [{ embedding: towards(0.9 - at / 1_000, at) }],
    }))
    await plant(database, owner, ideas)
    const { hits } = await profiled(database, vectorQueries.a, {
      userId: owner,
      ...PAGE,
      status: null,
      tagKeys: [],
      vector: towards(1),
      window: IDEAS,
      lately: 0,
    })

    expect(hits).to.be.below(IDEAS + 10 * 60 + 20 * LISTED)
  })
})

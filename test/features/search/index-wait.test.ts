import { expect } from 'chai'
import type { ProfiledPlan } from 'neo4j-driver'
import { driverArguments } from '../../../src/platform/graph/query.ts'
import { wordsOf } from '../../../src/features/search/keyword.ts'
import { searchQueries } from '../../../src/features/search/store.ts'
import { termsOf } from '../../../src/features/search/query-terms.ts'
import { newIdea } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser, startService } from '../../support/service.ts'
import { Client } from '../../support/client.ts'
import { idsByWords } from './find.ts'

const TIMES = 500

/** How many times a statement waited for the full-text indexes, which follow the writes of all users. */
function waitsOf({ children, arguments: details }: ProfiledPlan): number {
  const isWait = String(details['Details']).includes('awaitEventuallyConsistentIndexRefresh')
  return (isWait ? Number(details['Rows']) : 0) + children.reduce((sum, child) => sum + waitsOf(child), 0)
}

describe('A search by words and the writes that the index does not have yet', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  const waits = async (userId: string): Promise<number> => {
    const session = database.driver.session({ database: 'neo4j' })
    try {
      const filter = { userId, status: null, tagKeys: [], offset: 0, limit: 20, whole: true }
      const words = wordsOf(userId, termsOf('gazebo'))
      const [text, params] = driverArguments(searchQueries.keyword, { ...filter, ...words })
      const { summary } = await session.run(`PROFILE ${text}`, params)
      if (summary.profile === false) throw new Error('Neo4j shows no profile')
      return waitsOf(summary.profile)
    } finally {
      await session.close()
    }
  }
  const timePasses = async (userId: string): Promise<unknown> =>
    database.query('MATCH (l:Ledger {userId: $userId}) SET l.writtenAt = l.writtenAt - 11000', { userId })

  const WRITES: Readonly<Record<string, (user: Awaited<ReturnType<typeof newUser>>) => Promise<unknown>>> = {
    'a creation': async ({ api }) => newIdea(api),
    'a change': async ({ api, user_id: userId }) => {
      const { id } = await newIdea(api)
      await timePasses(userId)
      return api.patch(`/ideas/${id}`, { title: 'Gazebo' })
    },
    'an import': async ({ api }) => api.post('/user/import', { ideas: [{ title: 'Gazebo' }] }),
    'a merge': async ({ api, user_id: userId }) => {
      const [a, b] = [await newIdea(api, { title: 'A' }), await newIdea(api, { title: 'B' })]
      await timePasses(userId)
      return api.post(`/ideas/${a.id}/merge`, { absorb_id: b.id })
    },
  }
  for (const [name, write] of Object.entries(WRITES)) {
    it(`waits for ${name} of its user of the last seconds, also when its work is done, and for nobody else’s`, async () => {
      const [writer, other] = [await newUser(), await newUser()]
      await write(writer)
      await database.query('MATCH (o:Outbox {userId: $userId}) DETACH DELETE o', { userId: writer.user_id })
      expect(await waits(writer.user_id)).to.equal(1)
      await timePasses(writer.user_id)
      expect(await waits(writer.user_id)).to.equal(0)
      expect(await waits(other.user_id)).to.equal(0)
    })
  }

  it(`finds on another instance of the service what was written, ${TIMES} times`, async () => {
    const writer = await newUser()
    const other = await startService()
    try {
      const reader = new Client(other.url, { 'X-API-Key': writer.api_key })
      for (let at = 0; at < TIMES; at += 1) {
        const { id } = await newIdea(writer.api, { title: `Trellis q${at}` })
        expect(await idsByWords(reader, `q${at}`)).to.deep.equal([id])
      }
    } finally {
      await other.close()
    }
  })
})

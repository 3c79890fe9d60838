import type { Context } from 'mocha'
import type { Driver } from 'neo4j-driver'
import { afterAllOthers } from './last-hook.ts'
import {
  clearNeo4j,
  clearRedis,
  connectNeo4j,
  connectRedis,
  createVectorIndexes,
  queryNeo4j,
} from './server-data.ts'
import { testServers } from './service.ts'

/** Direct access to the test database. */
export type TestDatabase = Readonly<{
  driver: Driver
  query(text: string, params?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>[]>
  /** The revision of a user's ledger. */
  revision(userId: string): Promise<number>
  close(): Promise<void>
}>

/** Opens a driver, which the caller must close; suites use {@link givenDatabase}. */
export function openDatabase(): TestDatabase {
  const { neo4jUri, user, password } = testServers()
  const driver = connectNeo4j({ uri: neo4jUri, user, password })
  const query: TestDatabase['query'] = async (text, params) => queryNeo4j(driver, text, params)
  return {
    driver,
    query,
    async revision(userId) {
      const [row] = await query('MATCH (l:Ledger {userId: $userId}) RETURN l.revision AS revision', {
        userId,
      })
      return Number(row?.['revision'])
    },
    close: async () => driver.close(),
  }
}

/** Gives a suite access to the test database. */
export function givenDatabase(receive: (given: TestDatabase) => void): void {
  let database: TestDatabase | undefined
  before(() => {
    database = openDatabase()
    receive(database)
  })
  after(async () => database?.close())
}

/**
 * Gives a suite access to the test database, which holds no data before and after it. For background work, which processes
 * everything in a database.
 */
export function givenEmptyDatabase(receive: (given: TestDatabase) => void = () => undefined): void {
  let database: TestDatabase
  const empty = async (): Promise<void> => {
    const redis = await connectRedis(testServers().redisUrl)
    await clearRedis(redis)
    redis.disconnect()
    await clearNeo4j(database.driver)
    await createVectorIndexes(database.driver)
  }
  before(async function (this: Context) {
    database = openDatabase()
    await empty()
    receive(database)
    afterAllOthers(this, async () => {
      await empty()
      await database.close()
    })
  })
}

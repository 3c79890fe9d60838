import type { Driver } from 'neo4j-driver'
import { connectNeo4j, queryNeo4j } from './server-data.ts'
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

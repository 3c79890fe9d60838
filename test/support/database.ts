import neo4j, { type Driver } from 'neo4j-driver'
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
  const auth = password === '' ? undefined : neo4j.auth.basic(user, password)
  const driver = neo4j.driver(neo4jUri, auth, { disableLosslessIntegers: true, telemetryDisabled: true })
  const query: TestDatabase['query'] = async (text, params = {}) => {
    const session = driver.session({ database: 'neo4j' })
    try {
      return (await session.run(text, params)).records.map((record) => record.toObject())
    } finally {
      await session.close()
    }
  }
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

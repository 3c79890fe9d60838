import type { Context } from 'mocha'
import type { Driver } from 'neo4j-driver'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { afterAllOthers } from './last-hook.ts'
import { connectNeo4j, queryNeo4j } from './server-data.ts'
import { addressesIn, startPair, type TestServers } from './servers.ts'

/** A new Neo4j without a schema and a new Redis, beside those of the run. */
export type OwnServers = Readonly<{
  /** As `TEST_NEO4J_URI` and so on. */
  env: TestServers['env']
  driver: Driver
  query(text: string, params?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>[]>
}>

/** Gives a suite servers of its own, for what changes the schema; skips it where this machine cannot run them. */
export function givenOwnServers(receive: (given: OwnServers) => void): void {
  before(async function (this: Context) {
    // Without the variables of the run's servers, which may be external.
    const env = { TEST_SERVERS: process.env['TEST_SERVERS'] }
    const { signal } = new AbortController()
    const servers = await startPair({ env, signal, say: () => undefined }).catch((error: unknown) => {
      if (error instanceof OperatorError) return this.skip()
      throw error
    })
    const driver = connectNeo4j(addressesIn(servers.env).neo4j)
    afterAllOthers(this, async () => {
      await driver.close()
      await servers.stop()
    })
    receive({ env: servers.env, driver, query: async (text, params) => queryNeo4j(driver, text, params) })
  })
}

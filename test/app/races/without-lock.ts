import type { Driver } from 'neo4j-driver'
import { ledgerQueries } from '../../../src/platform/graph/graph.ts'

/** What the lock statement reads, without the SET that takes the lock. */
const READ_ONLY = `
  MATCH (l:Ledger {userId: $userId})
  RETURN l.revision AS revision, l.lastCreatedAt AS lastCreatedAt, l.ideaCount AS ideaCount,
    false AS repeated, null AS reply`

/** The driver, except that the ledger is only read where it would be locked. */
export function withoutLock(driver: Driver): Driver {
  const open = driver.session.bind(driver)
  driver.session = (config) => {
    const session = open(config)
    const begin = session.beginTransaction.bind(session)
    session.beginTransaction = (settings) => {
      const tx = begin(settings)
      const run = tx.run.bind(tx)
      tx.run = (text, params) => run(text === ledgerQueries.lock.text ? READ_ONLY : text, params)
      return tx
    }
    return session
  }
  return driver
}

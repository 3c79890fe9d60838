import type { Driver } from 'neo4j-driver'
import { ledgerQueries } from '../../../src/platform/graph/ledger.ts'

/** What the lock statement reads, without the SET that takes the lock. */
const READ_ONLY = `
  MATCH (l:Ledger {userId: $params.userId})
  RETURN l.revision AS revision, l.lastCreatedAt AS lastCreatedAt, l.ideaCount AS ideaCount,
    false AS repeated, null AS reply`

/** How statements that are transactions of their own take the lock. */
const LOCK = 'SET l:Ledger\n'

/** The driver, except that the ledger is only read where it would be locked. */
export function withoutLock(driver: Driver): Driver {
  const open = driver.session.bind(driver)
  driver.session = (config) => {
    const session = open(config)
    const autocommit = session.run.bind(session)
    session.run = (text, params, settings) => autocommit(String(text).replace(LOCK, ''), params, settings)
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

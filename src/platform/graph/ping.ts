import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from 'neo4j-driver'
import { ledgerQueries } from './ledger.ts'

/** Time-out of one ping, milliseconds. */
const PING_MS = 2_000
/** Pause after a failed ping, milliseconds. */
const PAUSE_MS = 100

/** Asks the database whether it answers. */
export function createPing(open: () => Session) {
  /** One ping of its own. */
  const answers = async (): Promise<boolean> => {
    const opened = open()
    const asked = opened.run(ledgerQueries.ping.text, {}, { timeout: PING_MS }).then(
      () => true,
      () => false,
    )
    try {
      return await Promise.race([asked, sleep(PING_MS, false, { ref: false })])
    } finally {
      void opened.close().catch(() => undefined)
    }
  }
  let pinged: Promise<boolean> | undefined
  return {
    answers,
    /** One ping for all that wait, with a pause after a failure: an unavailable server costs all of them one connection. */
    async ping(): Promise<boolean> {
      pinged ??= answers()
        .then(async (ok) => ok || sleep(PAUSE_MS, false))
        .finally(() => (pinged = undefined))
      return pinged
    },
  }
}

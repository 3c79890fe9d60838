import { availableParallelism } from 'node:os'

/** How many requests of one account are worked on at once in a process while other accounts are active. */
export const CROWDED_TURNS = Math.max(1, Math.floor(availableParallelism() / 2))
/** How long an account counts as active after its last request. */
const ACTIVE_MS = 1_000
/** If no request of an account ends for this long, they wait for I/O, not for the processor: all that wait behind them are admitted. */
const STALLED_MS = 150

type Account = {
  running: number
  seenAt: number
  readonly waiters: (() => void)[]
  stalled: NodeJS.Timeout | undefined
}

/**
 * Shares the processor among accounts: while several are active, the requests of each take turns, so that one with many requests does
 * not slow another with few.
 */
export function createTurns(now: () => number = () => performance.now()) {
  // In the order of their last request.
  const accounts = new Map<string, Account>()

  const isAlone = (userId: string): boolean => {
    for (const [id, { running, seenAt }] of accounts) {
      if (running > 0 || seenAt > now() - ACTIVE_MS) {
        if (id !== userId) return false
      } else accounts.delete(id)
    }
    return true
  }
  const mayRun = (userId: string, { running }: Account): boolean => running < CROWDED_TURNS || isAlone(userId)

  const leave = (userId: string, account: Account): void => {
    account.running -= 1
    account.seenAt = now()
    while (account.waiters.length > 0 && mayRun(userId, account)) admit(account, 1)
    watch(account)
  }

  return {
    /** Runs the work of a request when it is the account's turn. */
    async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
      const account = accounts.get(userId) ?? { running: 0, seenAt: 0, waiters: [], stalled: undefined }
      account.seenAt = now()
      accounts.delete(userId)
      accounts.set(userId, account)
      if (mayRun(userId, account)) account.running += 1
      else {
        const turn = new Promise<void>((resolve) => account.waiters.push(resolve))
        if (account.stalled === undefined) watch(account)
        await turn
      }
      try {
        return await work()
      } finally {
        leave(userId, account)
      }
    },
  }
}
export type Turns = ReturnType<typeof createTurns>

/** Lets the first waiting requests run. */
function admit(account: Account, count: number): void {
  for (const take of account.waiters.splice(0, count)) {
    account.running += 1
    take()
  }
}

/** Admits all that wait if none of the account's requests ends for a while. */
function watch(account: Account): void {
  clearTimeout(account.stalled)
  account.stalled =
    account.waiters.length === 0
      ? undefined
      : setTimeout(() => {
          account.stalled = undefined
          admit(account, Infinity)
        }, STALLED_MS)
}

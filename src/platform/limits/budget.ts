import { digest } from '../digest.ts'
import { unlessUnavailable, type RedisConnection } from '../redis/connection.ts'

type Dependencies = Readonly<{
  connection: RedisConnection
  /** The number of users of the service. */
  userCount: () => Promise<number>
  clock: () => number
}>

const DAY_MS = 24 * 60 * 60_000
/** One user gets at most this part of a budget, and more only if there are fewer users. */
export const BUDGET_SHARES = 10

/** KEYS uses of the day by user; ARGV user, its share, the budget, TTL (ms). Reply 1 if granted, else 0. */
const TAKE = `
local function uses(name) return tonumber(redis.call('HGET', KEYS[1], name) or '0') end
if uses('total') >= tonumber(ARGV[3]) or uses(ARGV[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('HINCRBY', KEYS[1], 'total', 1)
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
`

/**
 * A budget of `perDay` uses per UTC day, shared by all processes and divided among users: takes one for a user, and returns true
 * while the user's share lasts. Returns false while Redis is unavailable, because uses cost money and could not be counted.
 */
export function createBudget({ connection, userCount, clock }: Dependencies, name: string, perDay: number) {
  return async (userId: string): Promise<boolean> => {
    const shares = Math.min(BUDGET_SHARES, Math.max(1, await userCount()))
    const key = `ideas:budget:${name}:${new Date(clock()).toISOString().slice(0, 10)}`
    const parameters = [digest(userId), Math.ceil(perDay / shares), perDay, 2 * DAY_MS]
    const taken = connection.use(async (redis) => (await redis.eval(TAKE, 1, key, ...parameters)) === 1)
    return unlessUnavailable(taken, () => false)
  }
}

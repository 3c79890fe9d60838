import type { Redis } from 'ioredis'
import { z } from 'zod'
import { Plan, Scope } from '../actor.ts'
import { RedisAway, type RedisConnection } from '../redis/connection.ts'
import { ADMIT_SCRIPT } from './admit-script.ts'
import type { Credential } from './admission.ts'

const Good = z
  .tuple([
    z.literal('good'),
    z.string(),
    z.enum(['api_key', 'session']),
    z.string(),
    z.string(),
    Plan,
    z.int(),
    z.literal([0, 1]),
  ])
  .transform(([, userId, kind, credentialId, scopes, plan, used, admitted]) => ({
    state: 'good' as const,
    userId,
    kind,
    credentialId,
    scopes: scopes === '' ? [] : scopes.split(' ').map((scope) => Scope.parse(scope)),
    plan,
    used,
    admitted: admitted === 1,
  }))
const Bad = z.tuple([z.enum(['dead', 'unknown'])]).transform(([state]) => ({ state }))
const Reply = z.union([Good, Bad])

/** What the cache knows of a credential, and of the user's day. */
export type CachedAnswer = z.infer<typeof Reply>

type Request = Readonly<{
  hash: string
  now: number
  day: Readonly<{ name: string; endsAt: number }>
  limits: Readonly<Record<Plan, number>>
  count: boolean
  /** What a lookup said; it is kept unless the credential was ended meanwhile. */
  found?: Credential
}>

const PREFIX = 'ideas:'
/** How long a cached entry lives; also how long a tombstone does, which then outlives every lookup under way. */
const ENTRY_MS = 60_000

type AdmitCommand = (key: string, ...args: (string | number)[]) => Promise<unknown>

/** Credentials, plans and quotas in Redis, shared by all replicas. */
export function createAdmissionCache(connection: RedisConnection) {
  const prepared = new WeakSet<Redis>()

  return {
    /** One round trip. @throws RedisAway */
    admit: async ({ hash, now, day, limits, count, found }: Request): Promise<CachedAnswer> =>
      connection.use(async (redis, server) => {
        if (!prepared.has(redis)) redis.defineCommand('ideasAdmit', { numberOfKeys: 1, lua: ADMIT_SCRIPT })
        prepared.add(redis)
        const run = (redis as Redis & { ideasAdmit: AdmitCommand }).ideasAdmit.bind(redis)
        const head = [now, day.endsAt, day.name, limits.free, limits.pro, count ? 1 : 0, PREFIX, server]
        return Reply.parse(await run(credentialKey(server, hash), ...head, ...entryOf(found)))
      }),

    /** From now on the credentials are refused everywhere. @throws RedisAway */
    bury: async (hashes: readonly string[]): Promise<void> =>
      connection.use(async (redis, server) => {
        const batch = redis.multi()
        for (const hash of hashes) {
          const key = credentialKey(server, hash)
          batch.del(key).hset(key, 'dead', '1').pexpire(key, ENTRY_MS)
        }
        const results = await batch.exec()
        // Every command answers for itself.
        const refused = results?.find(([error]) => error !== null)?.[0]
        if (results === null || refused) throw new RedisAway('a credential was not ended', { cause: refused })
      }),

    /** From now on the user has this plan everywhere. @throws RedisAway */
    setPlan: async (userId: string, plan: Plan): Promise<void> =>
      connection.use(async (redis, server) => {
        await redis.set(planKey(server, userId), plan, 'PX', ENTRY_MS)
      }),

    /** Removes what is kept under the user's id. @throws RedisAway */
    forget: async (userId: string, day: string): Promise<void> =>
      connection.use(async (redis, server) => {
        await redis.del(planKey(server, userId), `${PREFIX}quota:${userId}:${day}`)
      }),
  }
}
export type AdmissionCache = ReturnType<typeof createAdmissionCache>

const credentialKey = (server: string, hash: string): string => `${PREFIX}credential:${server}:${hash}`
const planKey = (server: string, userId: string): string => `${PREFIX}plan:${server}:${userId}`

function entryOf(found: Credential | undefined): (string | number)[] {
  if (found === undefined) return []
  const { userId, kind, credentialId, scopes, expiresAt, plan } = found
  return [ENTRY_MS, userId, kind, credentialId, scopes.join(' '), expiresAt ?? '', plan]
}

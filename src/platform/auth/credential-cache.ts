import { z } from 'zod'
import { ActorKind, Plan, Scope } from './actor.ts'
import type { RedisClient } from '../redis/client.ts'
import { RedisUnavailable, type RedisConnection } from '../redis/connection.ts'
import type { Credential } from './credential.ts'
import {
  AUTHENTICATE,
  REVOKE,
  COUNT_REQUEST,
  UNCOUNT,
  FORGET,
  IDENTIFY,
  REINSTATE,
  SET_PLAN,
  SUPERSEDE,
} from './scripts.ts'

const Good = z
  .tuple([z.literal('good'), z.string(), ActorKind, z.string(), z.string(), Plan, z.int(), z.literal([0, 1])])
  .transform(([, userId, kind, credentialId, scopes, plan, used, withinQuota]) => ({
    state: 'good' as const,
    userId,
    kind,
    credentialId,
    scopes: scopes === '' ? [] : scopes.split(' ').map((scope) => Scope.parse(scope)),
    plan,
    used,
    withinQuota: withinQuota === 1,
  }))
const Bad = z.tuple([z.enum(['dead', 'unknown'])]).transform(([state]) => ({ state }))
const Reply = z.union([Good, Bad])
/** The first part of a reply that takes two round trips. */
const Part = z.tuple([z.string()], z.unknown())

/** A cached credential with its user's plan and quota; `dead` is revoked or expired, `unknown` a cache miss. */
export type CachedAnswer = z.infer<typeof Reply>

type Request = Readonly<{
  hash: string
  now: number
  day: Readonly<{ name: string; endsAt: number }>
  limits: Readonly<Record<Plan, number>>
  count: boolean
  /** The result of a lookup; it is cached unless the credential was revoked meanwhile. */
  found?: Credential
}>

/** TTL of entries and of tombstones, which thereby outlive every lookup in flight. */
const ENTRY_MS = 60_000
/** Commands that are sent without waiting for one another. */
const AT_ONCE = 200
/**
 * How long a day's counter outlives its day. The day is part of its key, so expiry only frees memory; as a duration it does not
 * depend on the clock of Redis, which may differ from that of this process.
 */
const COUNTER_SPARE_MS = 60 * 60_000

const SCRIPTS = {
  ideasAuthenticate: { numberOfKeys: 1, lua: AUTHENTICATE },
  ideasIdentify: { numberOfKeys: 1, lua: IDENTIFY },
  ideasCount: { numberOfKeys: 2, lua: COUNT_REQUEST },
  ideasUncount: { numberOfKeys: 1, lua: UNCOUNT },
  ideasRevoke: { numberOfKeys: 1, lua: REVOKE },
  ideasSupersede: { numberOfKeys: 1, lua: SUPERSEDE },
  ideasReinstate: { numberOfKeys: 1, lua: REINSTATE },
  ideasSetPlan: { numberOfKeys: 1, lua: SET_PLAN },
  ideasForget: { numberOfKeys: 2, lua: FORGET },
} as const
type Scripts = Record<keyof typeof SCRIPTS, (...keysAndArguments: (string | number)[]) => Promise<unknown>>

/** Cache of credentials, plans and quotas in Redis, shared by all replicas. */
export function createCredentialCache(connection: RedisConnection) {
  const prepared = new WeakSet<RedisClient>()
  const run = async <T>(work: (client: RedisClient & Scripts) => Promise<T>): Promise<T> =>
    connection.use(async (client) => {
      if (!prepared.has(client)) {
        for (const [name, script] of Object.entries(SCRIPTS)) client.defineCommand(name, script)
        prepared.add(client)
      }
      return work(client as RedisClient & Scripts)
    })
  const call = async (name: keyof Scripts, ...keysAndArguments: (string | number)[]): Promise<void> => {
    await run(async (client) => client[name](...keysAndArguments))
  }

  return {
    /** Looks a credential up and counts the request: one round trip, two on a Redis Cluster. @throws RedisUnavailable */
    async authenticate(request: Request): Promise<CachedAnswer> {
      const reply = await run(async (client) =>
        (client.isCluster ? authenticateInTwo : authenticateInOne)(client, request),
      )
      const { data, error } = Reply.safeParse(reply)
      // This request is answered by the database, as if Redis were away; others use Redis meanwhile.
      if (error !== undefined) throw new RedisUnavailable('kept by a newer version', { cause: error })
      return data
    },

    /** Takes a counted request off the quota of a day. @throws RedisUnavailable */
    uncount: async (userId: string, day: string): Promise<void> =>
      call('ideasUncount', quotaKey(userId, day)),

    /** Makes all replicas refuse the credentials from now on. @throws RedisUnavailable */
    async revoke(hashes: readonly string[]): Promise<void> {
      for (let at = 0; at < hashes.length; at += AT_ONCE) {
        const some = hashes.slice(at, at + AT_ONCE)
        await Promise.all(some.map(async (hash) => call('ideasRevoke', credentialKey(hash), ENTRY_MS)))
      }
    },

    /** Makes all replicas refuse the credential from the given time (ms) on. @throws RedisUnavailable */
    supersede: async (hash: string, until: number): Promise<void> =>
      call('ideasSupersede', credentialKey(hash), until, ENTRY_MS),

    /** Reverts {@link supersede} with the same time. @throws RedisUnavailable */
    reinstate: async (hash: string, until: number): Promise<void> =>
      call('ideasReinstate', credentialKey(hash), until),

    /** Applies a user's new plan on all replicas. @throws RedisUnavailable */
    setPlan: async (userId: string, plan: Plan): Promise<void> =>
      call('ideasSetPlan', planKey(userId), plan, ENTRY_MS),

    /** Deletes the user's plan and quota. @throws RedisUnavailable */
    forget: async (userId: string, day: string): Promise<void> =>
      call('ideasForget', planKey(userId), quotaKey(userId, day)),
  }
}
export type CredentialCache = ReturnType<typeof createCredentialCache>

async function authenticateInOne(scripts: Scripts, { hash, now, day, limits, count, found }: Request) {
  const keyParts = [...planKey('\n').split('\n'), ...quotaKey('\n', day.name).split('\n')]
  const entry = found === undefined ? [] : [...entryOf(found), found.plan]
  return scripts.ideasAuthenticate(
    credentialKey(hash),
    ...keyParts,
    now,
    ...counting(day, now, limits, count),
    ...entry,
  )
}

async function authenticateInTwo(scripts: Scripts, { hash, now, day, limits, count, found }: Request) {
  const entry = found === undefined ? [] : entryOf(found)
  const who = Part.parse(await scripts.ideasIdentify(credentialKey(hash), now, ...entry))
  if (who[0] !== 'good') return who
  const userId = z.string().parse(who[1])
  const plan = found === undefined ? [] : [ENTRY_MS, found.plan]
  const keys = [planKey(userId), quotaKey(userId, day.name)]
  const [state, ...counted] = Part.parse(
    await scripts.ideasCount(...keys, ...counting(day, now, limits, count), ...plan),
  )
  return state === 'good' ? [...who, ...counted] : [state]
}

// The scripts append the Redis server's run id after the last colon.
const credentialKey = (hash: string): string => `ideas:credential:{${hash}}:`
const planKey = (userId: string): string => `ideas:plan:{${userId}}:`
const quotaKey = (userId: string, day: string): string => `ideas:quota:{${userId}}:${day}`

function counting(
  day: Request['day'],
  now: number,
  limits: Request['limits'],
  count: boolean,
): (string | number)[] {
  return [day.endsAt - now + COUNTER_SPARE_MS, limits.free, limits.pro, count ? 1 : 0]
}

function entryOf({ userId, kind, credentialId, scopes, expiresAt }: Credential): (string | number)[] {
  return [ENTRY_MS, userId, kind, credentialId, scopes.join(' '), expiresAt ?? '']
}

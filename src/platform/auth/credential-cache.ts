import { z } from 'zod'
import { Plan, Scope } from '../actor.ts'
import type { RedisClient } from '../redis/client.ts'
import type { RedisConnection } from '../redis/connection.ts'
import type { Credential } from './credential.ts'
import { ADMIT, BURY, COUNT_REQUEST, FORGET, IDENTIFY, REINSTATE, SET_PLAN, SUPERSEDE } from './scripts.ts'

const Good = z
  .tuple([
    z.literal('good'),
    z.string(),
    z.enum(['api_key', 'session', 'mcp_token']),
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
/** What a part of the answer is before it is whole. */
const Part = z.tuple([z.string()], z.unknown())

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

/** How long a cached entry lives; also how long a tombstone does, which then outlives every lookup under way. */
const ENTRY_MS = 60_000

const SCRIPTS = {
  ideasAdmit: { numberOfKeys: 1, lua: ADMIT },
  ideasIdentify: { numberOfKeys: 1, lua: IDENTIFY },
  ideasCount: { numberOfKeys: 2, lua: COUNT_REQUEST },
  ideasBury: { numberOfKeys: 1, lua: BURY },
  ideasSupersede: { numberOfKeys: 1, lua: SUPERSEDE },
  ideasReinstate: { numberOfKeys: 1, lua: REINSTATE },
  ideasSetPlan: { numberOfKeys: 1, lua: SET_PLAN },
  ideasForget: { numberOfKeys: 2, lua: FORGET },
} as const
type Scripts = Record<keyof typeof SCRIPTS, (...keysAndArguments: (string | number)[]) => Promise<unknown>>

/** Credentials, plans and quotas in Redis, shared by all replicas. */
export function createAdmissionCache(connection: RedisConnection) {
  const prepared = new WeakSet<RedisClient>()
  const run = async <T>(work: (scripts: Scripts, client: RedisClient) => Promise<T>): Promise<T> =>
    connection.use(async (client) => {
      if (!prepared.has(client)) {
        for (const [name, script] of Object.entries(SCRIPTS)) client.defineCommand(name, script)
        prepared.add(client)
      }
      return work(client as RedisClient & Scripts, client)
    })

  return {
    /** One round trip; two on a Redis Cluster. @throws RedisAway */
    admit: async (request: Request): Promise<CachedAnswer> =>
      run(async (scripts, client) =>
        Reply.parse(await (client.isCluster ? admitInTwo : admitInOne)(scripts, request)),
      ),

    /** From now on the credentials are refused everywhere. @throws RedisAway */
    bury: async (hashes: readonly string[]): Promise<void> =>
      run(async (scripts) => {
        await Promise.all(hashes.map(async (hash) => scripts.ideasBury(credentialKey(hash), ENTRY_MS)))
      }),

    /** From that moment (ms) on the credential is refused everywhere. @throws RedisAway */
    supersede: async (hash: string, until: number): Promise<void> =>
      run(async (scripts) => {
        await scripts.ideasSupersede(credentialKey(hash), until, ENTRY_MS)
      }),

    /** Takes back that the credential ends at this moment (ms). @throws RedisAway */
    reinstate: async (hash: string, until: number): Promise<void> =>
      run(async (scripts) => {
        await scripts.ideasReinstate(credentialKey(hash), until)
      }),

    /** From now on the user has this plan everywhere. @throws RedisAway */
    setPlan: async (userId: string, plan: Plan): Promise<void> =>
      run(async (scripts) => {
        await scripts.ideasSetPlan(planKey(userId), plan, ENTRY_MS)
      }),

    /** Removes what is kept under the user's id. @throws RedisAway */
    forget: async (userId: string, day: string): Promise<void> =>
      run(async (scripts) => {
        await scripts.ideasForget(planKey(userId), quotaKey(userId, day))
      }),
  }
}
export type AdmissionCache = ReturnType<typeof createAdmissionCache>

async function admitInOne(scripts: Scripts, { hash, now, day, limits, count, found }: Request) {
  const keyParts = [...planKey('\n').split('\n'), ...quotaKey('\n', day.name).split('\n')]
  const entry = found === undefined ? [] : [...entryOf(found), found.plan]
  return scripts.ideasAdmit(credentialKey(hash), ...keyParts, now, ...counting(day, limits, count), ...entry)
}

async function admitInTwo(scripts: Scripts, { hash, now, day, limits, count, found }: Request) {
  const entry = found === undefined ? [] : entryOf(found)
  const who = Part.parse(await scripts.ideasIdentify(credentialKey(hash), now, ...entry))
  if (who[0] !== 'good') return who
  const userId = z.string().parse(who[1])
  const plan = found === undefined ? [] : [ENTRY_MS, found.plan]
  const keys = [planKey(userId), quotaKey(userId, day.name)]
  const [state, ...counted] = Part.parse(
    await scripts.ideasCount(...keys, ...counting(day, limits, count), ...plan),
  )
  return state === 'good' ? [...who, ...counted] : [state]
}

// The id of the server's run follows the colon; the scripts put it there.
const credentialKey = (hash: string): string => `ideas:credential:{${hash}}:`
const planKey = (userId: string): string => `ideas:plan:{${userId}}:`
const quotaKey = (userId: string, day: string): string => `ideas:quota:{${userId}}:${day}`

function counting(day: Request['day'], limits: Request['limits'], count: boolean): (string | number)[] {
  return [day.endsAt, limits.free, limits.pro, count ? 1 : 0]
}

function entryOf({ userId, kind, credentialId, scopes, expiresAt }: Credential): (string | number)[] {
  return [ENTRY_MS, userId, kind, credentialId, scopes.join(' '), expiresAt ?? '']
}

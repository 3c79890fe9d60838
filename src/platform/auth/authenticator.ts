import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Scope, type Actor, type Plan } from './actor.ts'
import { Problem } from '../problems.ts'
import { RedisUnavailable } from '../redis/connection.ts'
import type { Credential } from './credential.ts'
import type { CredentialCache } from './credential-cache.ts'
import { createLookups } from './lookups.ts'
import { hashSecret, isSecret, type SecretKind } from './secret.ts'

/** A user's request quota for the current UTC day. */
export type Quota = Readonly<{
  limit: number
  used: number
  /** Milliseconds since 1970 of the next UTC midnight. */
  resetAt: number
  /** Seconds until then. */
  resetInS: number
}>

/** Where quotas are counted: in Redis, shared by all processes, or in this process while Redis is unavailable. */
type Counter = 'redis' | 'memory'

/** An authenticated caller with the state of its quota, and where the request was counted. */
export type Authenticated = Readonly<{
  actor: Actor
  quota: Quota
  withinQuota: boolean
  countedIn: Counter
}>

type Dependencies = Readonly<{
  cache: Pick<CredentialCache, 'authenticate' | 'uncount'>
  lookup: (token: Token, hash: string) => Promise<Credential | undefined>
  dailyQuota: Readonly<Record<Plan, number>>
  clock: () => number
}>

/** Whether the request counts towards the quota, and the IP address of the client. */
type Request = Readonly<{ count: boolean; address: string }>

/** A credential as the client presented it. */
export type Token = Readonly<{ kind: SecretKind; secret: string }>

const DAY_S = 86_400

/** Authenticates credentials and counts requests: one Redis round trip, and a Neo4j lookup on a cache miss. */
export function createAuthenticator({ cache, lookup, dailyQuota, clock }: Dependencies) {
  const memory = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: DAY_S })
  const lookups = createLookups()
  let mode: Counter = 'redis'

  const quotaOf = (plan: Plan, used: number, resetAt: number): Quota => {
    const limit = dailyQuota[plan]
    return {
      limit,
      used: Math.min(used, limit),
      resetAt,
      resetInS: Math.max(1, Math.ceil((resetAt - clock()) / 1000)),
    }
  }

  const find = async (token: Token, hash: string, address: string): Promise<Credential> => {
    await lookups.admit(hash, address)
    const found = await lookup(token, hash)
    if (found === undefined) {
      lookups.forget(hash)
      throw new Problem('invalid_credentials')
    }
    return found
  }

  const authenticateByDatabase = async (
    token: Token,
    hash: string,
    { count, address }: Request,
  ): Promise<Authenticated> => {
    mode = 'memory'
    const found = await find(token, hash, address)
    lookups.remember(hash)
    const day = dayOf(clock())
    const key = `${found.userId}:${day.name}`
    const counted = count ? await memory.consume(key) : await memory.get(key)
    const used = counted instanceof RateLimiterRes ? counted.consumedPoints : 0
    const quota = quotaOf(found.plan, used, day.endsAt)
    const withinQuota = !count || used <= quota.limit
    return { actor: actorOf(found, hash), quota, withinQuota, countedIn: 'memory' }
  }

  return {
    /**
     * Authenticates a credential and counts the request towards the quota if `count` is set.
     * @throws Problem `invalid_credentials`, `rate_limit_exceeded` (too many unknown credentials), `service_unavailable`
     */
    async authenticate(token: Token, asked: Request): Promise<Authenticated> {
      const hash = hashSecret(token.secret)
      if (!isSecret(token.kind, token.secret)) {
        await lookups.admit(hash, asked.address)
        throw new Problem('invalid_credentials')
      }
      const now = clock()
      const request = { hash, now, day: dayOf(now), limits: dailyQuota, count: asked.count }
      try {
        let answer = await cache.authenticate(request)
        if (answer.state === 'unknown') {
          const found = await find(token, hash, asked.address)
          answer = await cache.authenticate({ ...request, found })
        }
        mode = 'redis'
        if (answer.state !== 'good') throw new Problem('invalid_credentials')
        lookups.remember(hash)
        return {
          actor: actorOf(answer, hash),
          quota: quotaOf(answer.plan, answer.used, request.day.endsAt),
          withinQuota: answer.withinQuota,
          countedIn: 'redis',
        }
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error
        return authenticateByDatabase(token, hash, asked)
      }
    },
    /** Whether this process has found the credential to be valid, which may be over by now. */
    wasValid: ({ secret }: Token): boolean => lookups.isKnown(hashSecret(secret)),
    /** Takes a counted request off the quota again and returns the new state; one beyond the quota was not counted. */
    async uncount({ actor: { userId }, quota, withinQuota, countedIn }: Authenticated): Promise<Quota> {
      if (!withinQuota) return quota
      const { name } = dayOf(quota.resetAt - 1)
      if (countedIn === 'redis') await cache.uncount(userId, name).catch(() => undefined)
      else await memory.reward(`${userId}:${name}`)
      return { ...quota, used: quota.used - 1 }
    },
    /** Where requests are counted now. */
    mode: (): Counter => mode,
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>

/** The UTC day of a time in milliseconds, and the time at which it ends. */
export function dayOf(now: number): { name: string; endsAt: number } {
  const start = Math.floor(now / (DAY_S * 1000)) * DAY_S * 1000
  return { name: new Date(start).toISOString().slice(0, 10), endsAt: start + DAY_S * 1000 }
}

function actorOf(found: Omit<Credential, 'expiresAt' | 'lastUsedAt'>, secretHash: string): Actor {
  const { userId, plan, kind, credentialId } = found
  const scopes = kind === 'session' ? Scope.options : found.scopes
  return { userId, plan, kind, credentialId, secretHash, scopes, source: 'api', idempotency: undefined }
}

import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Scope, type Actor, type Plan } from '../actor.ts'
import { Problem } from '../problems.ts'
import { RedisAway } from '../redis/connection.ts'
import type { Credential } from './credential.ts'
import type { AdmissionCache, CachedAnswer } from './cache.ts'

/** Where a user's day stands. */
export type Quota = Readonly<{
  limit: number
  used: number
  /** Milliseconds since 1970 of the next UTC midnight. */
  resetAt: number
  /** Seconds until then. */
  resetInS: number
}>

/** Who came in, and what the request counted. */
export type Admitted = Readonly<{ actor: Actor; quota: Quota; withinQuota: boolean }>

type Dependencies = Readonly<{
  cache: AdmissionCache
  lookup: (token: Token, hash: string) => Promise<Credential | undefined>
  dailyQuota: Readonly<Record<Plan, number>>
  clock: () => number
}>

/** A credential as it was presented. */
export type Token = Readonly<{ kind: Actor['kind']; secret: string }>

const DAY_S = 86_400
const FORMAT = {
  api_key: /^svc_[0-9a-f]{64}$/,
  session: /^ses_[0-9a-f]{64}$/,
  mcp_token: /^mcp_[0-9a-f]{64}$/,
} as const

/** What is stored of a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Decides who may come in and how often: one Redis round trip, with Neo4j asked only for what Redis does not know. */
export function createAdmission({ cache, lookup, dailyQuota, clock }: Dependencies) {
  const memory = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: DAY_S })
  let remembering = true

  const quotaOf = (plan: Plan, used: number): Quota => {
    const limit = dailyQuota[plan]
    const now = clock()
    const { endsAt: resetAt } = dayOf(now)
    return {
      limit,
      used: Math.min(used, limit),
      resetAt,
      resetInS: Math.max(1, Math.ceil((resetAt - now) / 1000)),
    }
  }

  const admitByDatabase = async (token: Token, hash: string, count: boolean): Promise<Admitted> => {
    remembering = false
    const found = await lookup(token, hash)
    if (found === undefined) throw new Problem('invalid_credentials')
    const day = dayOf(clock())
    const key = `${found.userId}:${day.name}`
    const counted = count ? await memory.consume(key) : await memory.get(key)
    const used = counted instanceof RateLimiterRes ? counted.consumedPoints : 0
    const quota = quotaOf(found.plan, used)
    return { actor: actorOf(found, hash), quota, withinQuota: !count || used <= quota.limit }
  }

  const admitted = (answer: Extract<CachedAnswer, { state: 'good' }>, hash: string): Admitted => ({
    actor: actorOf(answer, hash),
    quota: quotaOf(answer.plan, answer.used),
    withinQuota: answer.admitted,
  })

  return {
    /**
     * Finds out who presents the credential and counts the request, unless it is exempt.
     * @throws Problem `invalid_credentials`, `service_unavailable`
     */
    async admit(token: Token, { count }: { count: boolean }): Promise<Admitted> {
      if (!FORMAT[token.kind].test(token.secret)) throw new Problem('invalid_credentials')
      const hash = hashSecret(token.secret)
      const request = { hash, now: clock(), day: dayOf(clock()), limits: dailyQuota, count }
      try {
        let answer = await cache.admit(request)
        if (answer.state === 'unknown') {
          const found = await lookup(token, hash)
          if (found === undefined) throw new Problem('invalid_credentials')
          answer = await cache.admit({ ...request, found })
        }
        remembering = true
        if (answer.state !== 'good') throw new Problem('invalid_credentials')
        return admitted(answer, hash)
      } catch (error) {
        if (!(error instanceof RedisAway)) throw error
        return admitByDatabase(token, hash, count)
      }
    },
    /** Where quotas are counted: in Redis for all processes together, or in this one's memory while Redis is away. */
    mode: (): 'redis' | 'memory' => (remembering ? 'redis' : 'memory'),
  }
}
export type Admission = ReturnType<typeof createAdmission>

/** The UTC day of a moment. */
export function dayOf(now: number): { name: string; endsAt: number } {
  const start = Math.floor(now / (DAY_S * 1000)) * DAY_S * 1000
  return { name: new Date(start).toISOString().slice(0, 10), endsAt: start + DAY_S * 1000 }
}

function actorOf(found: Omit<Credential, 'expiresAt'>, secretHash: string): Actor {
  const { userId, plan, kind, credentialId } = found
  const scopes = kind === 'session' ? Scope.options : found.scopes
  return { userId, plan, kind, credentialId, secretHash, scopes, source: 'api', once: undefined }
}

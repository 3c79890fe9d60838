import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { pino } from 'pino'
import { createAdmission } from '../../../src/platform/limits/admission.ts'
import { SHARE_LIMITS } from '../../../src/platform/limits/shares.ts'
import type { Problem } from '../../../src/platform/problems.ts'
import { createRedis, type RedisConnection } from '../../../src/platform/redis/connection.ts'
import { testServers } from '../../support/service.ts'

describe('The admission to an operation that few may run at once', () => {
  let redis: RedisConnection

  before(() => {
    redis = createRedis({ url: testServers().redisUrl, cluster: false }, pino({ level: 'silent' }))
  })
  after(async () => redis.close())

  it('is refused after three seconds, and is not asked for any longer when the client has left', async () => {
    const { enterLimited } = createAdmission(redis, Date.now)
    const actor = { userId: randomUUID(), kind: 'api_key' } as const
    const limited = { id: 'test', atOnce: 1 }
    const leave = await enterLimited(actor, limited, new AbortController().signal)
    const left = new AbortController()
    const settled: [code: string, waitedMs: number][] = []
    const begin = performance.now()
    const refused = [left.signal, new AbortController().signal].map(async (signal) =>
      enterLimited(actor, limited, signal).catch((error: Problem) =>
        settled.push([error.code, performance.now() - begin]),
      ),
    )
    left.abort()
    await Promise.all(refused)
    expect(settled.map(([code]) => code)).to.deep.equal(['client_left', 'too_much_at_once'])
    expect(settled[1]?.[1]).to.be.at.least(SHARE_LIMITS.waitMs)
    leave()
  })
})

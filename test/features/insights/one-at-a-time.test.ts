import { expect } from 'chai'
import { pino } from 'pino'
import { createCountedLeases } from '../../../src/platform/limits/counted-leases.ts'
import { createRedis } from '../../../src/platform/redis/connection.ts'
import { newUser, testServers } from '../../support/service.ts'

describe('Insights that are being computed for an account', () => {
  it('make another computation wait, then answer 429, whichever process computes them', async () => {
    const user = await newUser()
    const redis = createRedis({ url: testServers().redisUrl, cluster: false }, pino({ level: 'silent' }))
    try {
      const release = await createCountedLeases(redis, Date.now)(`getInsights:{${user.user_id}}`, 1)
      const { status, body } = await user.api.get('/map/insights')
      expect([status, body.reason]).to.deep.equal([429, 'concurrency'])
      const waiting = user.api.get('/map/insights')
      setTimeout(() => release?.(), 500)
      expect((await waiting).status).to.equal(200)
    } finally {
      await redis.close()
    }
  })
})

import { expect } from 'chai'
import { createAuthenticator } from '../../../src/platform/auth/authenticator.ts'
import type { Credential } from '../../../src/platform/auth/credential.ts'
import { createSecret } from '../../../src/platform/auth/secret.ts'
import { RedisUnavailable } from '../../../src/platform/redis/connection.ts'

const credential: Credential = {
  userId: 'one',
  plan: 'free',
  kind: 'api_key',
  credentialId: 'key',
  scopes: [],
  expiresAt: null,
  lastUsedAt: null,
}

describe('The count of a request', () => {
  it('is taken back where it was made, also when Redis came back meanwhile', async () => {
    const takenInRedis: string[] = []
    let isAway = false
    const cache = {
      authenticate: async () => {
        if (isAway) throw new RedisUnavailable()
        return { state: 'good' as const, ...credential, used: 1, withinQuota: true }
      },
      uncount: async (userId: string) => void takenInRedis.push(userId),
    }
    const authenticator = createAuthenticator({
      cache,
      lookup: async () => credential,
      dailyQuota: { free: 9, pro: 9 },
      clock: Date.now,
    })
    const token = { kind: 'api_key', secret: createSecret('api_key').value } as const
    const ask = async () => authenticator.authenticate(token, { count: true, address: '::1' })

    isAway = true
    const inMemory = await ask()
    isAway = false
    const inRedis = await ask()
    await authenticator.uncount(inMemory)
    expect(takenInRedis).to.deep.equal([])
    isAway = true
    expect((await ask()).quota.used).to.equal(1)
    await authenticator.uncount(inRedis)
    expect(takenInRedis).to.deep.equal(['one'])
  })

  it('is taken back from the day on which it was made, also when that ended meanwhile', async () => {
    const takenFrom: string[] = []
    const midnight = Date.UTC(2026, 10, 29)
    let now = midnight - 1
    const cache = {
      authenticate: async () => {
        now = midnight
        return { state: 'good' as const, ...credential, used: 1, withinQuota: true }
      },
      uncount: async (_userId: string, day: string) => void takenFrom.push(day),
    }
    const authenticator = createAuthenticator({
      cache,
      lookup: async () => credential,
      dailyQuota: { free: 9, pro: 9 },
      clock: () => now,
    })
    const token = { kind: 'api_key', secret: createSecret('api_key').value } as const
    await authenticator.uncount(await authenticator.authenticate(token, { count: true, address: '::1' }))
    expect(takenFrom).to.deep.equal(['2026-11-28'])
  })
})

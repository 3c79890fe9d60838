import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { dayOf } from '../../../src/platform/auth/authenticator.ts'
import type { Credential } from '../../../src/platform/auth/credential.ts'
import { createCredentialCache, type CredentialCache } from '../../../src/platform/auth/credential-cache.ts'
import type { RedisAddress } from '../../../src/platform/redis/client.ts'
import {
  createRedis,
  RedisUnavailable,
  type RedisConnection,
} from '../../../src/platform/redis/connection.ts'
import { canRunCluster, startRedisCluster } from '../../support/redis-cluster.ts'
import { testServers } from '../../support/service.ts'

const HOUR = 3_600_000

function found(more: Partial<Credential> = {}): Credential {
  return {
    userId: randomUUID(),
    plan: 'free',
    kind: 'api_key',
    credentialId: randomUUID(),
    scopes: ['ideas:read'],
    expiresAt: null,
    lastUsedAt: null,
    ...more,
  }
}

function request(hash: string, more: { count?: boolean; now?: number } = {}) {
  const now = more.now ?? Date.now()
  return { hash, now, day: dayOf(now), limits: { free: 2, pro: 5 }, count: more.count ?? true }
}

/** What is asked of a cache on one server and on a cluster alike. */
const WAYS: Readonly<Record<string, () => Promise<Way>>> = {
  'one Redis': async () => {
    const redis = new Redis(testServers().redisUrl)
    const url = testServers().redisUrl
    return { address: { url, cluster: false }, nodes: [redis], stop: async () => redis.disconnect() }
  },
  'a Redis Cluster': async () => {
    const cluster = await startRedisCluster()
    return { ...cluster, address: { url: cluster.url, cluster: true } }
  },
}
type Way = Readonly<{ address: RedisAddress; nodes: readonly Redis[]; stop: () => Promise<void> }>

for (const [name, start] of Object.entries(WAYS)) {
  describe(`the cache of credentials and quotas on ${name}`, () => {
    let way: Way
    let redis: RedisConnection
    let cache: CredentialCache
    before(async function () {
      if (name === 'a Redis Cluster' && !canRunCluster()) this.skip()
      way = await start()
      redis = createRedis(way.address, pino({ level: 'silent' }))
      cache = createCredentialCache(redis)
    })
    after(async () => {
      await redis?.close()
      await way?.stop()
    })

    const stateAt = async (hash: string, moment: number): Promise<string> =>
      (await cache.authenticate(request(hash, { now: moment, count: false }))).state

    it('knows nothing of a credential until it is told, and counts nothing meanwhile', async () => {
      const hash = randomUUID()
      const credential = found()
      expect(await cache.authenticate(request(hash))).to.deep.equal({ state: 'unknown' })
      const { expiresAt: _, lastUsedAt: __, ...shown } = credential
      const first = await cache.authenticate({ ...request(hash), found: credential })
      expect(first).to.deep.equal({ state: 'good', ...shown, used: 1, withinQuota: true })
      expect(await cache.authenticate(request(hash))).to.deep.include({ used: 2, withinQuota: true })
    })

    it('counts up to the limit and no further, and not what is exempt', async () => {
      const hash = randomUUID()
      await cache.authenticate({ ...request(hash, { count: false }), found: found() })
      const answers = await Promise.all(Array.from({ length: 5 }, () => cache.authenticate(request(hash))))
      expect(answers.filter((answer) => answer.state === 'good' && answer.withinQuota)).to.have.length(2)
      expect(await cache.authenticate(request(hash, { count: false }))).to.deep.include({
        used: 2,
        withinQuota: true,
      })
    })

    it('refuses an ended credential, also when an old lookup would fill it in again', async () => {
      const hash = randomUUID()
      const credential = found()
      await cache.authenticate({ ...request(hash), found: credential })
      await cache.revoke([hash])
      expect(await cache.authenticate(request(hash))).to.deep.equal({ state: 'dead' })
      expect(await cache.authenticate({ ...request(hash), found: credential })).to.deep.equal({
        state: 'dead',
      })
    })

    it('refuses a credential that was looked up before its end and is filled in for the first time after it', async () => {
      const hash = randomUUID()
      await cache.revoke([hash])
      expect(await cache.authenticate({ ...request(hash), found: found() })).to.deep.equal({ state: 'dead' })
    })

    it('still serves others when it does not understand what a newer version kept', async () => {
      const hash = randomUUID()
      await cache.authenticate({ ...request(hash), found: found() })
      const newer = { ...request(randomUUID()), found: found({ kind: 'robot' as 'api_key' }) }
      const failure = await cache.authenticate(newer).catch((error: unknown) => error)
      expect(failure).to.be.instanceOf(RedisUnavailable)
      expect(await cache.authenticate(request(hash))).to.include({ state: 'good', used: 2 })
    })

    it('refuses a session that is over', async () => {
      const hash = randomUUID()
      const now = Date.now()
      const session = found({ kind: 'session', expiresAt: now + HOUR })
      expect(await cache.authenticate({ ...request(hash, { now }), found: session })).to.include({
        state: 'good',
      })
      const later = await cache.authenticate(request(hash, { now: now + HOUR }))
      expect(later).to.deep.equal({ state: 'dead' })
    })

    describe('of a token that a newer one took the place of', () => {
      const now = 1_800_000_000_000
      const until = now + 10_000
      const session = () => found({ kind: 'session', expiresAt: now + HOUR })

      it('lets it in until its end and no longer, although it is cached with a later one', async () => {
        const hash = randomUUID()
        await cache.authenticate({ ...request(hash, { now }), found: session() })
        await cache.supersede(hash, until)
        expect(await stateAt(hash, until - 1)).to.equal('good')
        expect(await stateAt(hash, until)).to.equal('dead')
      })

      it('keeps to its end when an old lookup fills it in afterwards, also for the first time', async () => {
        const hash = randomUUID()
        await cache.supersede(hash, until)
        expect(await stateAt(hash, now)).to.equal('unknown')
        const late = { ...request(hash, { now, count: false }), found: session() }
        expect((await cache.authenticate(late)).state).to.equal('good')
        expect(await stateAt(hash, until)).to.equal('dead')
        expect((await cache.authenticate({ ...late, now: until })).state).to.equal('dead')
      })

      it('does not put its end off by a second one, and brings it forward', async () => {
        const hash = randomUUID()
        await cache.authenticate({ ...request(hash, { now }), found: session() })
        await cache.supersede(hash, until)
        await cache.supersede(hash, until + 5_000)
        expect(await stateAt(hash, until)).to.equal('dead')
        await cache.supersede(hash, until - 1)
        expect(await stateAt(hash, until - 1)).to.equal('dead')
      })

      it('leaves one that was ended before dead', async () => {
        const hash = randomUUID()
        await cache.revoke([hash])
        await cache.supersede(hash, until)
        await cache.reinstate(hash, until)
        expect(await stateAt(hash, now)).to.equal('dead')
      })

      it('asks Neo4j again when its end is taken back, but not when another one is meant', async () => {
        const hash = randomUUID()
        await cache.authenticate({ ...request(hash, { now }), found: session() })
        await cache.supersede(hash, until)
        await cache.reinstate(hash, until + 1)
        expect(await stateAt(hash, until)).to.equal('dead')
        await cache.reinstate(hash, until)
        expect(await stateAt(hash, until)).to.equal('unknown')
      })
    })

    it('lets a changed plan count at once, and an old lookup does not bring the old one back', async () => {
      const hash = randomUUID()
      const credential = found()
      await cache.authenticate({ ...request(hash), found: credential })
      await cache.setPlan(credential.userId, 'pro')
      expect(await cache.authenticate(request(hash))).to.deep.include({ plan: 'pro' })
      const second = await cache.authenticate({ ...request(randomUUID()), found: credential })
      expect(second).to.deep.include({ plan: 'pro' })
    })

    it('does not look at credentials and plans that an earlier run of Redis kept, but at its counts', async () => {
      const hash = randomUUID()
      const credential = found()
      await cache.authenticate({ ...request(hash), found: credential })
      for (const id of [hash, credential.userId]) {
        for (const node of way.nodes) {
          for (const key of await node.keys(`*{${id}}:${'?'.repeat(40)}`)) {
            await node.rename(key, key.replace(/.{40}$/, 'f'.repeat(40)))
          }
        }
      }
      expect(await cache.authenticate(request(hash))).to.deep.equal({ state: 'unknown' })
      const answer = await cache.authenticate({ ...request(hash), found: { ...credential, plan: 'pro' } })
      expect(answer).to.deep.include({ state: 'good', plan: 'pro', used: 2 })
    })
  })
}

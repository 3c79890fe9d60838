import { expect } from 'chai'
import { pino } from 'pino'
import { OperatorError } from '../../../src/platform/operator-error.ts'
import {
  createRedis,
  RedisUnavailable,
  type RedisConnection,
} from '../../../src/platform/redis/connection.ts'
import { through } from '../../support/proxied-service.ts'
import { startService, testServers } from '../../support/service.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { until } from '../../support/until.ts'

async function ping(connection: RedisConnection): Promise<string> {
  return connection.use((client) => client.ping())
}

async function expectUnavailable(connection: RedisConnection): Promise<void> {
  for (let time = 0; time < 20; time += 1) {
    expect(await ping(connection).catch((error: unknown) => error)).to.be.instanceOf(RedisUnavailable)
  }
}

async function answersAgain(connection: RedisConnection): Promise<void> {
  await until('Redis answers', async () => (await ping(connection).catch(() => '')) === 'PONG')
}

describe('the connection to Redis', () => {
  let proxy: TcpProxy
  let redis: RedisConnection | undefined
  beforeEach(async () => {
    proxy = await startTcpProxy(testServers().redisUrl)
  })
  afterEach(async () => {
    await redis?.close()
    await proxy.close()
  })

  const open = (log = pino({ level: 'silent' })): RedisConnection => {
    redis = createRedis({ url: through(testServers().redisUrl, proxy), cluster: false }, log)
    return redis
  }

  it('fails at once while there is no Redis, and works as soon as there is one', async () => {
    await proxy.cut()
    const connection = open()
    await expectUnavailable(connection)
    await proxy.resume()
    await answersAgain(connection)
  })

  it('fails when a command hangs, and then fails the next ones at once', async () => {
    const connection = open()
    await answersAgain(connection)
    proxy.hang()
    await expectUnavailable(connection)
    await proxy.resume()
    await answersAgain(connection)
  })

  it('does not take a delay of this process for one of Redis', async () => {
    // Not through the proxy, which is of this process, too.
    const address = { url: testServers().redisUrl, cluster: false }
    const connection = (redis = createRedis(address, pino({ level: 'silent' })))
    await answersAgain(connection)
    const answer = ping(connection)
    await new Promise(setImmediate)
    const end = performance.now() + 550
    while (performance.now() < end);
    expect(await answer).to.equal('PONG')
  })

  it('logs once that Redis stopped answering, and once that it answers again', async () => {
    const told: string[] = []
    const write = (line: string): void => void told.push((JSON.parse(line) as { msg: string }).msg)
    const connection = open(pino({ base: null, timestamp: false }, { write }))
    await answersAgain(connection)
    proxy.hang()
    await expectUnavailable(connection)
    await proxy.resume()
    await answersAgain(connection)
    expect(told.filter((msg) => msg.startsWith('Redis is unavailable'))).to.have.length(1)
    await until('it says so', () => /^Redis (?:answers again|is connected)$/.test(told.at(-1) ?? ''))
  })

  it('logs why there is no connection, without the password that Redis refuses', async () => {
    const address = new URL(through(testServers().redisUrl, proxy))
    address.password = 'guessed'
    const told: string[] = []
    const log = pino({ base: null }, { write: (line: string) => void told.push(line) })
    redis = createRedis({ url: address.href, cluster: false }, log)
    await redis.checkAccess().catch(() => undefined)
    await until('it says why', () => told.some((line) => line.includes('WRONGPASS')))
    expect(told.join('')).not.to.include('guessed')
  })

  it('fails for a command that Redis refuses, and only for that', async () => {
    const connection = open()
    await answersAgain(connection)
    const refused = connection.use((client) => client.call('NO-SUCH-COMMAND'))
    expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(RedisUnavailable)
    expect(await ping(connection)).to.equal('PONG')
  })

  it('recovers when Redis stops answering just after it connected', async () => {
    const silent = proxy.arm({ on: 'info\r\n', lose: 'silently' })
    const connection = open()
    await silent
    await answersAgain(connection)
  })
})

describe('the start of the service', () => {
  it('ends with one line when Redis refuses the password or the database, or is no cluster', async () => {
    const wrong = new URL(testServers().redisUrl)
    wrong.password = 'wrong'
    const elsewhere = new URL('/99', testServers().redisUrl)
    for (const [env, reason] of [
      [{ REDIS_URL: wrong.href }, 'WRONGPASS'],
      [{ REDIS_CLUSTER: 'true' }, 'cluster support disabled'],
      [{ REDIS_URL: elsewhere.href }, 'DB index is out of range'],
    ] as const) {
      const error = await startService({ env }).catch((caught: unknown) => caught)
      expect(error).to.be.instanceOf(OperatorError)
      expect(String(error)).to.match(
        new RegExp(`Redis refuses the connection that REDIS_URL names: .*${reason}`),
      )
    }
  })

  it('does not wait for a Redis or a cluster that is away', async () => {
    for (const REDIS_CLUSTER of ['false', 'true']) {
      const env = {
        REDIS_URL: 'redis://127.0.0.1:1',
        REDIS_CLUSTER,
        WORKER: 'inside',
        EMBEDDINGS_URL: 'http://127.0.0.1:1',
        EMBEDDINGS_MODEL: 'none',
      }
      const service = await startService({ env })
      try {
        const { api } = await service.createUser()
        expect((await api.get('/ideas')).status).to.equal(200)
      } finally {
        await service.close()
      }
    }
  })
})

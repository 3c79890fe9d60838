import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { createRedis, RedisAway, type RedisConnection } from '../../src/redis/connection.ts'
import { through } from '../support/proxied-service.ts'
import { testServers } from '../support/service.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

async function ping(connection: RedisConnection): Promise<string> {
  return connection.use((client) => client.ping())
}

async function answersAgain(connection: RedisConnection): Promise<void> {
  while ((await ping(connection).catch(() => '')) !== 'PONG') await new Promise(setImmediate)
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

  const open = (): RedisConnection => {
    redis = createRedis(
      { url: through(testServers().redisUrl, proxy), cluster: false },
      pino({ level: 'silent' }),
    )
    return redis
  }
  it('is away while there is no Redis, without anybody waiting, and there when there is', async () => {
    await proxy.cut()
    const connection = open()
    for (let time = 0; time < 20; time += 1) {
      expect(await ping(connection).catch((error: unknown) => error)).to.be.instanceOf(RedisAway)
    }
    await proxy.resume()
    await answersAgain(connection)
  })

  it('is away when a command hangs, and does not let the next ones wait too', async () => {
    const connection = open()
    await answersAgain(connection)
    proxy.hang()
    for (let time = 0; time < 20; time += 1) {
      expect(await ping(connection).catch((error: unknown) => error)).to.be.instanceOf(RedisAway)
    }
    await proxy.resume()
    await answersAgain(connection)
  })

  it('tells the log once that Redis fell silent, and once that it answers again', async () => {
    const lines: string[] = []
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) })
    redis = createRedis({ url: through(testServers().redisUrl, proxy), cluster: false }, log)
    await answersAgain(redis)
    proxy.hang()
    const until = performance.now() + 2_000
    while (performance.now() < until) await ping(redis).catch(async () => setTimeout(20))
    await proxy.resume()
    await answersAgain(redis)
    const told = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(told.filter((msg) => msg.startsWith('Redis is away'))).to.have.length(1)
    expect(told.at(-1)).to.match(/^Redis (?:answers again|is connected)$/)
  })

  it('is as good as away for a command that Redis refuses, and only for that', async () => {
    const connection = open()
    await answersAgain(connection)
    const refused = connection.use((client) => client.call('NO-SUCH-COMMAND'))
    expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(RedisAway)
    expect(await ping(connection)).to.equal('PONG')
  })

  it('is there again although Redis fell silent just when it had connected', async () => {
    const silent = proxy.arm({ on: 'info\r\n', lose: 'silently' })
    const connection = open()
    await silent
    await answersAgain(connection)
  })
})

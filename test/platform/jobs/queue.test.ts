import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import pino from 'pino'
import { startJobQueue, type JobQueue, type Work } from '../../../src/platform/jobs/queue.ts'
import { testServers } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const RETRY_POLICY = { attempts: 3, firstWaitMs: 400, longestWaitMs: 800, longestAskedMs: 1_200 }

describe('A job queue', () => {
  let redis: Redis
  let queue: JobQueue<object>
  before(() => {
    redis = new Redis(testServers().redisUrl)
  })
  afterEach(async () => queue?.close())
  after(() => redis?.disconnect())

  const start = async (run: Work<object>['run'], url = testServers().redisUrl): Promise<void> => {
    queue = await startJobQueue(
      {
        name: `test-${randomUUID()}`,
        address: { url, cluster: false },
        log: pino({ enabled: false }),
        retryPolicy: RETRY_POLICY,
      },
      { concurrency: 1, run, onDrained: () => undefined },
    )
  }

  it('waits between attempts at least as long as its policy says, although a failure asks for less', async () => {
    const times: number[] = []
    await start(async () => {
      times.push(performance.now())
      throw Object.assign(new Error('busy'), { retryAfterMs: 0 })
    })
    await queue.add([{ id: randomUUID(), priority: 1, data: {} }])
    await until('all attempts are used up', async () => times.length === RETRY_POLICY.attempts)
    const [first = 0, second = 0, third = 0] = times
    expect(second - first).to.be.at.least(300)
    expect(third - second).to.be.at.least(600)
  })

  it('waits as long as a failure asks for, but no longer than its policy allows', async () => {
    const times: number[] = []
    await start(async () => {
      times.push(performance.now())
      throw Object.assign(new Error('come back in an hour'), { retryAfterMs: 3_600_000 })
    })
    await queue.add([{ id: randomUUID(), priority: 1, data: {} }])
    await until('all attempts are used up', async () => times.length === RETRY_POLICY.attempts)
    const [first = 0, second = 0] = times
    expect(second - first).to.be.at.least(RETRY_POLICY.longestAskedMs - 1)
  })

  it('takes jobs although the connection on which it waits for them was lost while it was made', async () => {
    const { hostname, port } = new URL(testServers().redisUrl)
    let connections = 0
    const relay = createServer((client) => {
      connections += 1
      // Those of producer and worker come before.
      if (connections === 3) return client.destroy()
      const server = connect(Number(port), hostname)
      client.on('error', () => server.destroy()).pipe(server)
      server.on('error', () => client.destroy()).pipe(client)
    })
    const url = new URL(testServers().redisUrl)
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    url.port = String((relay.address() as AddressInfo).port)
    let done = 0
    try {
      await start(async () => void (done += 1), url.href)
      await until('a connection was lost', async () => connections >= 3)
      for (const count of [1, 2, 3]) {
        await queue.add([{ id: randomUUID(), priority: 1, data: {} }])
        await until('the job is done', async () => done === count)
      }
    } finally {
      await queue.close()
      relay.close()
    }
  })

  it('takes jobs although Redis does not tell its version when the first one comes', async () => {
    const user = `queue-${randomUUID()}`
    const url = new URL(testServers().redisUrl)
    Object.assign(url, { username: user, password: 'secret' })
    await redis.call('ACL', 'SETUSER', user, 'on', '>secret', '~*', '&*', '+@all')
    try {
      const { promise: done, resolve } = Promise.withResolvers<void>()
      await start(async () => resolve(), url.href)
      await until('the worker waits for jobs', async () =>
        String(await redis.client('LIST'))
          .split('\n')
          .some((line) => line.includes(user) && line.includes('cmd=bzpopmin')),
      )
      await redis.call('ACL', 'SETUSER', user, '-info')
      await queue.add([{ id: randomUUID(), priority: 1, data: {} }])
      await done
    } finally {
      await queue.close()
      await redis.call('ACL', 'DELUSER', user)
    }
  })
})

import { expect } from 'chai'
import { Redis } from 'ioredis'
import { connect, type TLSSocket } from 'node:tls'
import { SHARE_LIMITS } from '../../../src/platform/limits/shares.ts'
import { startService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { browser } from '../../support/sign-in.ts'
import { until } from '../../support/until.ts'

const REFUSAL = [429, { error: 'Rate limit exceeded', reason: 'concurrency' }]

/** Sends the head of a request whose body never comes. */
function sendHead(service: TestService, user: TestUser, path: string, type = 'application/json'): TLSSocket {
  const { hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${user.api_key}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: 100\r\n\r\n`,
  )
  return socket
}

describe('Requests of one account at once', () => {
  let one: TestService
  let two: TestService
  let redis: Redis
  let now = Date.now()
  let sockets: TLSSocket[] = []
  before(async () => {
    ;[one, two] = await Promise.all([startService({ clock: () => now }), startService({ clock: () => now })])
    redis = new Redis(testServers().redisUrl)
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  after(async () => {
    redis?.disconnect()
    await Promise.all([one?.close(), two?.close()])
  })

  it('have sixteen places, shared by all credentials; others are refused after three seconds and cost no quota', async () => {
    const [user, other] = [await one.createUser(), await one.createUser()]
    sockets = Array.from({ length: SHARE_LIMITS.running }, () => sendHead(one, user, '/ideas'))
    await until('the requests to be counted', async () => (await quotaOf(redis, user)) === sockets.length)
    const cookie = browser(one.anonymous, user.session_token, { 'Sec-Fetch-Site': 'same-origin' })
    const [byKey, byCookie, stranger] = await Promise.all([
      user.api.get('/ideas'),
      cookie.get('/ideas'),
      other.api.get('/ideas'),
    ])
    for (const { status, body, headers } of [byKey, byCookie]) {
      expect([status, body]).to.deep.equal(REFUSAL)
      expect(headers.get('retry-after')).to.equal('1')
    }
    expect(byKey.headers.get('x-ratelimit-remaining')).to.equal(String(10_000 - SHARE_LIMITS.running))
    expect(stranger.status).to.equal(200)
    sockets.pop()?.destroy()
    expect((await user.api.get('/ideas')).status).to.equal(200)
    expect(await quotaOf(redis, user)).to.equal(SHARE_LIMITS.running + 1)
  })

  it('share their places with those of assistants, whose refusals give no quota back', async () => {
    const user = await one.createUser()
    sockets = Array.from({ length: SHARE_LIMITS.running }, () => sendHead(one, user, '/ideas'))
    await until('the requests to be counted', async () => (await quotaOf(redis, user)) === sockets.length)
    const asked = ['tools/list', 'resources/list', 'tools/call'].map(async (method) =>
      one.anonymous
        .with({ 'X-API-Key': user.api_key, Accept: 'application/json, text/event-stream' })
        .send('POST', `${one.url}/mcp`, { jsonrpc: '2.0', id: 1, method, params: { name: 'list' } }),
    )
    for (const { status, body } of await Promise.all(asked)) expect([status, body]).to.deep.equal(REFUSAL)
    expect(await quotaOf(redis, user)).to.equal(SHARE_LIMITS.running)
  })

  it('answer exactly a hundred of 150 on the plan free', async () => {
    const user = await one.createUser('free')
    const replies = await Promise.all(Array.from({ length: 150 }, async () => user.api.get('/ideas')))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(100)
    for (const { status, body } of replies)
      if (status !== 200) expect([status, body]).to.deep.equal([429, { error: 'Rate limit exceeded' }])
    expect((await user.session.get('/user/usage')).body.used).to.equal(100)
  })

  it('may be two imports over all replicas; the lease of a process that died lapses', async () => {
    const user = await one.createUser()
    const begin = async (service: TestService): Promise<void> => {
      sockets.push(sendHead(service, user, '/user/import', 'application/x-ndjson'))
      const leases = `ideas:leases:importIdeas:{${user.user_id}}`
      await until('the lease', async () => (await redis.zcard(leases)) === sockets.length)
    }
    // A process takes one file of an account at a time.
    await begin(one)
    await begin(two)
    const three = await startService({ clock: () => now })
    const again = async (): Promise<unknown[]> => {
      const client = three.anonymous.with({ 'X-API-Key': user.api_key })
      const headers = { 'Content-Type': 'application/x-ndjson' }
      const { status, body } = await client.post('/user/import', undefined, { raw: '{"title":"T"}', headers })
      return [status, body]
    }
    expect(await again()).to.deep.equal(REFUSAL)
    now += 61_000
    expect((await again())[0]).to.equal(200)
    await three.close()
  })
})

async function quotaOf(redis: Redis, user: TestUser): Promise<number> {
  const [key] = await redis.keys(`ideas:quota:{${user.user_id}}:*`)
  return key === undefined ? 0 : Number(await redis.get(key))
}

import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import type { Redis } from 'ioredis'
import { writeInstance } from '../../../src/local/instance.ts'
import { ideas, newHome, removeHomes } from '../../cli/run-cli.ts'
import { Client, type Reply } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { canRunCluster, startRedisCluster, type RedisCluster } from '../../support/redis-cluster.ts'
import { startService, testServers, type TestService } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'

const REQUESTS = 10

/** The commands that reached any node while `work` ran; what scripts call inside a node is not among them. */
async function commands(nodes: readonly Redis[], work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const monitors = await Promise.all(nodes.map(async (node) => node.monitor()))
  for (const monitor of monitors) {
    monitor.on('monitor', (_: string, [name]: string[], source: string) => {
      if (source !== 'lua') seen.push(String(name).toLowerCase())
    })
  }
  await work()
  // What a node tells its monitor follows the answer it has given: one more command behind it, and it has told all.
  await Promise.all(nodes.map(async (node) => node.ping()))
  while (seen.filter((name) => name === 'ping').length < nodes.length) await new Promise(setImmediate)
  for (const monitor of monitors) monitor.disconnect()
  return seen.filter((name) => name !== 'ping')
}

describe('the service on a Redis Cluster', () => {
  let cluster: RedisCluster
  let one: TestService
  let two: TestService
  before(async function () {
    if (!canRunCluster()) this.skip()
    cluster = await startRedisCluster()
    const env = { REDIS_URL: cluster.url, REDIS_CLUSTER: 'true', FREE_PLAN_DAILY_QUOTA: '40' }
    one = await startService({ env })
    two = await startService({ env })
    // Each node is sent a script's text once, and then its digest.
    for (let user = 0; user < 30; user += 1) {
      const { api } = await one.createUser()
      await api.get('/user/me')
    }
  })
  after(async () => {
    await one?.close()
    await two?.close()
    await cluster?.stop()
    removeHomes()
  })

  const requests: Readonly<Record<string, (api: Client, id: number) => Promise<Reply>>> = {
    'a read': (api, id) => api.get(`/ideas/${id}`),
    'a list': (api) => api.get('/ideas'),
    'a write': (api, id) => api.patch(`/ideas/${id}`, { status: 'building' }),
  }
  for (const [name, request] of Object.entries(requests)) {
    it(`takes two round trips to it for ${name}`, async () => {
      const { api } = await one.createUser()
      const { id } = await newIdea(api)
      const seen = await commands(cluster.nodes, async () => {
        for (let times = 0; times < REQUESTS; times += 1) {
          expect((await request(api, id)).status).to.equal(200)
        }
      })
      expect(seen.filter((command) => command !== 'cluster')).to.deep.equal(
        Array(2 * REQUESTS).fill('evalsha'),
      )
      // Every few seconds, whatever is requested, each replica asks which node has which slots.
      expect(seen.filter((command) => command === 'cluster')).to.have.length.below(REQUESTS)
    })
  }

  it('counts a user exactly, at two replicas and in parallel', async () => {
    const { api } = await one.createUser('free')
    const there = new Client(two.url, api.headers)
    const replies = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => (index % 2 === 0 ? api : there).get('/user/me')),
    )
    expect(replies.filter(({ status }) => status === 200)).to.have.length(40)
    expect(replies.filter(({ status }) => status === 429)).to.have.length(20)
  })

  it('ends a key and changes a plan at the other replica from the next request on', async () => {
    const user = await one.createUser('free')
    const there = new Client(two.url, user.api.headers)
    expect((await there.get('/user/me')).headers.get('x-ratelimit-limit')).to.equal('40')
    await one.application.accounts.setPlan(user.email, 'pro')
    expect((await there.get('/user/me')).headers.get('x-ratelimit-limit')).to.equal('10000')
    const [key] = (await user.session.get('/user/api-keys')).body
    expect((await user.session.delete(`/user/api-keys/${key.id}`)).status).to.equal(204)
    expect((await there.get('/user/me')).status).to.equal(401)
  })

  it('goes on, and ends a key everywhere, while the slot of the key moves to another node', async () => {
    const user = await one.createUser()
    const there = new Client(two.url, user.api.headers)
    expect((await there.get('/user/me')).status).to.equal(200)
    const hash = createHash('sha256').update(user.api_key).digest('hex')
    await cluster.moveSlot(Number(await cluster.nodes[0]?.call('CLUSTER', 'KEYSLOT', hash)))
    expect((await there.get('/user/me')).status).to.equal(200)
    const [key] = (await user.session.get('/user/api-keys')).body
    expect((await user.session.delete(`/user/api-keys/${key.id}`)).status).to.equal(204)
    expect((await there.get('/user/me')).status).to.equal(401)
    expect((await user.api.get('/user/me')).status).to.equal(401)
    expect([one, two].map(({ application }) => application.authenticator.mode())).to.deep.equal([
      'redis',
      'redis',
    ])
  })

  const attemptKeys = async (): Promise<string[]> =>
    (await Promise.all(cluster.nodes.map(async (node) => node.keys('ideas:attempts:account:*')))).flat()

  it('rotates and ends the tokens of a session, and limits the tries of a password, on both replicas', async () => {
    const user = await one.createUser('pro', PASSWORD)
    const [here, there] = [user.session, bearer(two.anonymous, user.session_token)]
    expect((await there.get('/user/me')).status).to.equal(200)
    const { status, body } = await here.post('/auth/refresh')
    expect(status).to.equal(200)
    const renewed = bearer(two.anonymous, body.session_token)
    for (const client of [there, renewed]) expect((await client.get('/user/me')).status).to.equal(200)
    expect((await renewed.post('/auth/sign-out')).status).to.equal(204)
    for (const client of [here, there, renewed]) expect((await client.get('/user/me')).status).to.equal(401)

    const attempt = async ({ anonymous }: TestService, password: string): Promise<number> =>
      (await anonymous.post('/auth/sign-in', { email: user.email, password })).status
    for (let times = 0; times < 5; times += 1) {
      for (const service of [one, two]) expect(await attempt(service, 'wrong')).to.equal(401)
    }
    for (const service of [one, two]) expect(await attempt(service, PASSWORD)).to.equal(429)
    expect(await attemptKeys()).to.have.length(1)
    await one.application.accounts.remove(user.email)
    expect(await attemptKeys()).to.deep.equal([])
  })

  it('is reached by ideas admin, which finds it by the record of npm start', async () => {
    const { env } = newHome()
    const folder = env['DATA_DIR'] ?? ''
    mkdirSync(folder)
    const { neo4jUri: uri, user, password } = testServers()
    const neo4j = { uri, user, password, database: 'neo4j' }
    writeInstance(folder, { pid: 1, url: '', neo4j, redis: { url: cluster.url, cluster: true } })
    const { api, email } = await one.createUser('pro')
    expect((await api.get('/ideas')).headers.get('x-ratelimit-limit')).to.equal('10000')
    const run = await ideas(['admin', 'set-plan', email, 'free'], {
      env: { ...env, REDIS_URL: '' },
    })
    expect(run.code, run.stderr).to.equal(0)
    expect((await api.get('/ideas')).headers.get('x-ratelimit-limit')).to.equal('40')
  })

  it('leaves nothing under the id of a deleted user', async () => {
    const user = await one.createUser()
    await user.api.get('/user/me')
    const keys = async (): Promise<string[]> =>
      (await Promise.all(cluster.nodes.map(async (node) => node.keys(`*${user.user_id}*`)))).flat()
    expect(await keys()).to.have.length(2)
    await one.application.accounts.remove(user.email)
    expect(await keys()).to.deep.equal([])
  })

  it('goes on while the nodes are silent, as without Redis, and counts there again after that', async () => {
    const { api } = await one.createUser()
    await api.get('/user/me')
    for (const node of cluster.nodes) await node.call('CLIENT', 'PAUSE', 2_000, 'ALL')
    expect((await api.get('/user/me')).status).to.equal(200)
    expect(one.application.authenticator.mode()).to.equal('memory')
    await Promise.all(cluster.nodes.map(async (node) => node.ping()))
    while (one.application.authenticator.mode() === 'memory') await api.get('/user/me')
  })
})

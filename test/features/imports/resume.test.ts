import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { startProxiedService, through } from '../../support/proxied-service.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { givenService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { startTcpProxy, type Fault } from '../../support/tcp-proxy.ts'
import { until } from '../../support/until.ts'
import { importLines } from './import-client.ts'

const IDEAS = 2_000
/** Five hundred are written at a time: after two of those, 1,000 are there. */
const THIRD_TIME = { on: 'UNWIND $params.ideas AS idea', after: 2 } satisfies Partial<Fault>

/** So many ideas in a chain, each with a tag and a link. */
function chain(): unknown[] {
  return Array.from({ length: IDEAS }, (_, index) => ({
    id: index + 1,
    title: `Link ${index + 1} of the chain`,
    body: 'x'.repeat(300),
    tags: [`tag ${index % 50}`],
    links: [{ url: `https://example.org/${index}` }],
    ...(index === 0 ? {} : { parent_id: index }),
  }))
}

describe('An import', () => {
  let service: TestService
  let user: TestUser
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  givenService((given) => (service = given))
  beforeEach(async () => {
    user = await service.createUser()
  })

  const total = async (): Promise<number> =>
    Number((await user.api.get('/ideas?limit=1')).headers.get('x-total-count'))
  const expectWhole = async (): Promise<void> => {
    expect(await total()).to.equal(IDEAS)
    const { nodes, edges } = (await user.api.get('/map')).body
    expect(new Set(nodes.map(({ title }: { title: string }) => title)).size).to.equal(IDEAS)
    expect([nodes.length, edges.length]).to.deep.equal([IDEAS, IDEAS - 1])
    const tags = (await user.api.get('/tags')).body
    expect(tags.map(({ count }: { count: number }) => count)).to.deep.equal(Array(50).fill(IDEAS / 50))
  }

  it('goes on where a killed process stood when it is sent again', async () => {
    const { neo4jUri } = testServers()
    const proxy = await startTcpProxy(neo4jUri)
    const doomed = await startServiceProcess({ NEO4J_URI: through(neo4jUri, proxy) })
    const stuck = proxy.arm({ ...THIRD_TIME, lose: 'silently' })
    const cut = importLines(new Client(doomed.url, user.api.headers), chain()).catch(() => 'cut')
    await stuck
    await doomed.kill()
    await proxy.close()
    expect(await cut).to.equal('cut')
    expect(await total()).to.equal(1_000)
    const reply = await importLines(user.api, chain())
    expect(reply.body, JSON.stringify(reply.body)).to.deep.include({
      repeated: false,
      ideas: IDEAS,
      tags: 50,
      links: IDEAS,
      relations: IDEAS - 1,
    })
    await expectWhole()
  })

  it('goes on by itself when one of its transactions does not get through in time', async () => {
    const reply = importLines(user.api, chain())
    await until('the first ideas are there', async () => (await total()) > 0)
    // As long as other work keeps the database busy, longer than a request waits for it.
    const busy = database.driver.session().beginTransaction()
    await busy.run('MATCH (l:Ledger {userId: $userId}) SET l:Ledger', { userId: user.user_id })
    expect(await total()).to.be.lessThan(IDEAS)
    await setTimeout(5_500)
    await busy.rollback()
    const { status, body } = await reply
    expect([status, body.ideas], JSON.stringify(body)).to.deep.equal([200, IDEAS])
    await expectWhole()
  })

  it('happens once when two processes run it at the same time', async () => {
    const other = await startServiceProcess()
    try {
      const clients = [user.api, new Client(other.url, user.api.headers)]
      const replies = await Promise.all(clients.map(async (client) => importLines(client, chain())))
      for (const { status, body } of replies) expect([status, body.ideas]).to.deep.equal([200, IDEAS])
      await expectWhole()
    } finally {
      await other.stop()
    }
  })

  it('is answered 503 when the database goes away, and goes on when it is sent again', async () => {
    const proxied = await startProxiedService()
    try {
      const api = new Client(proxied.service.url, user.api.headers)
      const broken = proxied.neo4j.arm({ ...THIRD_TIME, lose: 'request' }).then(() => proxied.neo4j.cut())
      const refused = importLines(api, chain())
      await broken
      expect((await refused).status).to.equal(503)
      expect(await total()).to.equal(1_000)
      await proxied.neo4j.resume()
      expect((await importLines(api, chain())).body).to.deep.include({ ideas: IDEAS, repeated: false })
      await expectWhole()
    } finally {
      await proxied.close()
    }
  })

  it('holds the Idempotency-Key that it is resumed with', async () => {
    const proxied = await startProxiedService()
    try {
      const api = new Client(proxied.service.url, user.api.headers)
      const keyed = api.with({ 'Idempotency-Key': 'k' })
      for (const [client, after] of [
        [api, 2],
        [keyed, 1],
      ] as const) {
        const broken = proxied.neo4j
          .arm({ ...THIRD_TIME, after, lose: 'request' })
          .then(() => proxied.neo4j.cut())
        const refused = importLines(client, chain())
        await broken
        expect((await refused).status).to.equal(503)
        await proxied.neo4j.resume()
      }
      expect((await importLines(keyed, [{ id: 1, title: 'Another file' }])).status).to.equal(422)
      expect((await importLines(keyed, chain())).body).to.deep.include({ ideas: IDEAS, repeated: false })
    } finally {
      await proxied.close()
    }
  })
})

import { expect } from 'chai'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Reply } from '../../support/client.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { manyCallers, REQUESTS } from './requests.ts'

/** One of the two response times that the decisions promise: 503 while Neo4j is unavailable, within this time. */
const LIMIT_MS = 5_000

type Answer = Readonly<{ status: number; took: number }>

async function timed(request: () => Promise<Reply>): Promise<Answer> {
  const asked = performance.now()
  const { status } = await request()
  return { status, took: performance.now() - asked }
}

function expectInTime(answers: readonly Answer[]): void {
  expect(new Set(answers.map(({ status }) => status))).to.have.keys([503])
  expect(Math.max(...answers.map(({ took }) => took)), 'ms until the last answer').to.be.below(LIMIT_MS)
}

describe('the answer while Neo4j is unavailable', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))
  afterEach(async () => proxied.neo4j.resume())

  for (const way of ['cut', 'hang'] as const) {
    it(`comes within 5 seconds: connections ${way}`, async () => {
      const { api } = await proxied.service.createUser()
      expect((await api.get('/ideas')).status).to.equal(200)
      await proxied.neo4j[way]()
      expectInTime(await Promise.all(REQUESTS.map((request) => timed(() => request(api)))))
      expectInTime([await timed(() => proxied.service.anonymous.get('/health'))])
    })

    it(`comes within 5 seconds when the credential is unknown so far: connections ${way}`, async () => {
      const { api } = await proxied.service.createUser()
      await proxied.neo4j[way]()
      expectInTime([await timed(() => api.get('/ideas'))])
    })

    it(`comes within 5 seconds to more requests than there are connections: connections ${way}`, async () => {
      const clients = await manyCallers(proxied.service)
      await proxied.neo4j[way]()
      expectInTime(await Promise.all(clients.map((api) => timed(() => api.get('/ideas')))))
    })
  }

  for (const path of ['/map', '/map?limit=5000'])
    it(`comes within 5 seconds to more readers of ${path} than are served at once`, async () => {
      const clients = [...new Set(await manyCallers(proxied.service))]
      await proxied.neo4j.cut()
      expectInTime(await Promise.all(clients.map((api) => timed(() => api.get(path)))))
    })

  it('asks for few connections, however many requests wait', async () => {
    const clients = await manyCallers(proxied.service)
    await proxied.neo4j.cut()
    const refused = countRefused(proxied.neo4j.port)
    await Promise.all(clients.map((api) => api.get('/ideas')))
    expect(refused()).to.be.within(1, 2 * clients.length)
  })
})

/** Counts the connections to a port that are refused; the returned function ends it. */
function countRefused(port: number): () => number {
  let refused = 0
  const watch = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    socket.once('error', (error: Error & { port?: number }) => (refused += error.port === port ? 1 : 0))
  }
  subscribe('net.client.socket', watch)
  return () => {
    unsubscribe('net.client.socket', watch)
    return refused
  }
}

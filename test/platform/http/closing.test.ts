import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { newUser, testEnvironment } from '../../support/service.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { until } from '../../support/until.ts'

const SERVER = path.join(import.meta.dirname, '../../../src/app/server.ts')
const IN_FLIGHT = 12
/** Ideas of 50,000 characters: more than the buffers of a connection hold. */
const LARGE = 200

describe('the end of the service', () => {
  it('is told by readiness first; then it answers what is in flight, ends streams in order and closes connections', async () => {
    const service = await startServiceProcess()
    const { api } = await newUser()
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
    const send = (method: string, headers = {}, path = '/ideas'): ClientRequest =>
      request(`${service.url}/api/v1${path}`, { agent, method, headers: { ...api.headers, ...headers } })
    const get = async (path: string) => {
      const [reply] = (await once(send('GET', {}, path).end(), 'response')) as [IncomingMessage]
      reply.resume()
      return { status: reply.statusCode, connection: reply.headers.connection }
    }
    const large = Array.from({ length: LARGE }, (_, at) => `Large ${at}`)
    const ideas = large.map((title) => ({ title, body: 'x'.repeat(50_000) }))
    expect((await api.post('/user/import', { ideas })).status).to.equal(200)
    try {
      const titles = Array.from({ length: IN_FLIGHT }, (_, at) => `In flight ${at}`)
      const begun = titles.map(() =>
        send('POST', { 'Content-Type': 'application/json', Expect: '100-continue' }),
      )
      const answers = begun.map(async (one) => once(one, 'response') as Promise<[IncomingMessage]>)
      for (const one of begun) one.flushHeaders()
      await Promise.all(begun.map(async (one) => once(one, 'continue')))
      const [exported] = (await once(send('POST', {}, '/user/export').end(), 'response')) as [IncomingMessage]
      const idle = send('GET').end()
      const [answer] = (await once(idle, 'response')) as [IncomingMessage]
      const closed = once(answer.socket, 'close')
      answer.resume()
      const stopped = service.stop()
      await until('the service is not ready', async () => (await get('/health')).status === 503)
      const drained = await get('/health/live')
      expect([drained.status, drained.connection]).to.deep.equal([200, 'close'])
      await closed
      await until('no connection is accepted', async () =>
        get('/health/live').then(
          () => false,
          ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED',
        ),
      )
      for (const [at, one] of begun.entries()) one.end(JSON.stringify({ title: titles[at] }))
      const answered = (await Promise.all(answers)).map(([one]) => one.resume())
      expect(answered.map(({ statusCode }) => statusCode)).to.deep.equal(titles.map(() => 201))
      expect(new Set(answered.map(({ headers }) => headers.connection))).to.have.keys(['close'])
      const file = JSON.parse(await text(exported))
      expect(file.ideas.map(({ title }: { title: string }) => title)).to.include.members(large)
      await stopped
      expect(await service.exitCode).to.equal(0)
      const { body } = await api.get(`/ideas?limit=${IN_FLIGHT}`)
      expect(body.map(({ title }: { title: string }) => title)).to.have.members(titles)
    } finally {
      agent.destroy()
      await service.kill()
    }
  })
})

describe('the end of the service while it starts', () => {
  it('comes at once, and by itself: as process 1 nobody else would end it', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume())
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    const env = {
      ...process.env,
      ...testEnvironment(),
      NEO4J_URI: `bolt://127.0.0.1:${port}`,
      TRUST_PROXY: 'true',
    }
    const child = spawn(process.execPath, [SERVER], { env, stdio: 'ignore' })
    await once(silent, 'connection')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.deep.equal([0, null])
    silent.close()
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { newUser, testEnvironment } from '../../support/service.ts'
import { startServiceProcess } from '../../support/service-process.ts'

const SERVER = path.join(import.meta.dirname, '../../../src/app/server.ts')
const IN_FLIGHT = 12

describe('the end of the service', () => {
  it('closes idle connections, answers what is in flight, and loses nothing of it', async function () {
    this.timeout(60_000)
    const service = await startServiceProcess()
    const { api } = await newUser()
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
    const send = (method: string, headers = {}): ClientRequest =>
      request(`${service.url}/api/v1/ideas`, { agent, method, headers: { ...api.headers, ...headers } })
    try {
      const titles = Array.from({ length: IN_FLIGHT }, (_, at) => `In flight ${at}`)
      const begun = titles.map(() =>
        send('POST', { 'Content-Type': 'application/json', Expect: '100-continue' }),
      )
      const answers = begun.map(async (one) => once(one, 'response') as Promise<[IncomingMessage]>)
      for (const one of begun) one.flushHeaders()
      await Promise.all(begun.map(async (one) => once(one, 'continue')))
      const idle = send('GET').end()
      const [answer] = (await once(idle, 'response')) as [IncomingMessage]
      const closed = once(answer.socket, 'close')
      answer.resume()
      const stopped = service.stop()
      await closed
      const late = await once(send('GET').end(), 'error')
      expect(late[0]).to.have.property('code', 'ECONNREFUSED')
      for (const [at, one] of begun.entries()) one.end(JSON.stringify({ title: titles[at] }))
      const statuses = (await Promise.all(answers)).map(([answer]) => answer.resume().statusCode)
      expect(statuses).to.deep.equal(titles.map(() => 201))
      await stopped
      expect(await service.exitCode).to.equal(0)
      const { body } = await api.get(`/ideas?limit=100`)
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

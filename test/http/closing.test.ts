import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { startService, testEnvironment, type TestService } from '../support/service.ts'

const SERVER = path.join(import.meta.dirname, '../../src/server.ts')

describe('the end of the service', () => {
  let service: TestService
  before(async () => {
    service = await startService()
    const { api } = await service.createUser()
    expect((await api.get('/user/me')).status).to.equal(200)
  })

  it('does not wait for connections that idle', async function () {
    // Clients give an idle connection up after four seconds themselves.
    this.timeout(3_000)
    await service.close()
  })
})

describe('the end of the service while it starts', () => {
  it('comes at once, and by itself: as process 1 nobody else would end it', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined))
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

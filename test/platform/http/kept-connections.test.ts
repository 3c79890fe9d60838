import { constants } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { connect, type ConnectionOptions, type SecureVersion, type TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { sharedService } from '../../support/service.ts'

const REQUESTS = 50
const REQUEST = 'GET /api/v1/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** Makes a connection with a request on it; returns whether it was resumed, what was answered, and the session for the next one. */
async function connection(options: ConnectionOptions) {
  const port = Number(new URL((await sharedService()).url).port)
  const socket: TLSSocket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
  let session: Buffer | undefined
  // In TLS 1.3 tickets come after the handshake, each with this event.
  socket.on('session', (given: Buffer) => (session = given))
  await once(socket, 'secureConnect')
  const isResumed = socket.isSessionReused()
  socket.write(REQUEST)
  const answer = await text(socket)
  return { isResumed, answer, session }
}

describe('A TLS session', () => {
  for (const [what, version, options] of [
    ['by a ticket of TLS 1.3', 'TLSv1.3', {}],
    ['by a ticket of TLS 1.2', 'TLSv1.2', {}],
    ['by its id in TLS 1.2, without tickets', 'TLSv1.2', { secureOptions: constants.SSL_OP_NO_TICKET }],
  ] as const satisfies readonly [string, SecureVersion, ConnectionOptions][]) {
    it(`is resumed ${what}`, async () => {
      const only = { minVersion: version, maxVersion: version, ...options }
      const full = await connection(only)
      expect([full.isResumed, full.session]).to.deep.equal([false, full.session ?? expect.fail('no session')])
      const resumed = await connection({ ...only, session: full.session })
      expect(resumed.isResumed).to.equal(true)
      for (const { answer } of [full, resumed]) expect(answer).to.match(/^HTTP\/1\.1 200 OK\r\n/)
    })
  }
})

describe('A kept connection', () => {
  it(`serves ${REQUESTS} requests one after the other, errors among them`, async () => {
    const { url } = await sharedService()
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    const sockets = new Set<unknown>()
    try {
      for (let count = 0; count < REQUESTS; count += 1) {
        const path = count % 2 === 0 ? '/api/v1/health/live' : '/api/v1/ideas'
        const asked = request(`${url}${path}`, { agent }).end()
        const [response] = await once(asked, 'response')
        sockets.add(response.socket)
        expect(response.statusCode).to.equal(count % 2 === 0 ? 200 : 401)
        await text(response)
      }
    } finally {
      agent.destroy()
    }
    expect(sockets.size).to.equal(1)
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls, type SecureVersion } from 'node:tls'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { request } from 'undici'
import { givenService, sharedService, type TestService } from '../../support/service.ts'

/** Everything that the service says on a plain connection until it closes it. */
async function plainly(service: TestService, message: string): Promise<string> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  socket.write(message)
  return text(socket)
}

/** The version that a client of this one version gets, or the code of the refusal. */
async function handshake(version: SecureVersion): Promise<string | null | undefined> {
  const { url } = await sharedService()
  const socket = connectTls({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    rejectUnauthorized: false,
    minVersion: version,
    maxVersion: version,
    // Without it this side would refuse the old versions itself.
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  try {
    await once(socket, 'secureConnect')
    return socket.getProtocol()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  } finally {
    socket.destroy()
  }
}

describe('Plain HTTP', () => {
  for (const [what, message] of [
    ['GET', 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a kept connection', 'GET /api/v1/ideas HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n'],
    ['POST', 'POST /api/v1/ideas HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'],
    ['a proxy that says https', 'GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n'],
  ] as const) {
    it(`is answered 403 and closed, never redirected: ${what}`, async () => {
      const answer = await plainly(await sharedService(), message)
      const [head = '', body] = answer.split('\r\n\r\n')
      expect(head).to.match(/^HTTP\/1\.1 403 Forbidden\r\n/)
      expect(head).to.match(/^Content-Type: application\/json/im)
      expect(head).to.match(/^Connection: close$/im)
      expect(head).to.match(/^X-Request-Id: \S+/im)
      expect(head).not.to.match(/^Location:/im)
      expect(body).to.equal('{"error":"HTTPS is required"}')
    })
  }
})

describe('HTTPS', () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`is spoken in ${version}`, async () => {
      expect(await handshake(version)).to.equal(version)
    })
  }

  for (const version of ['TLSv1', 'TLSv1.1'] as const) {
    it(`is not spoken in ${version}`, async () => {
      expect(await handshake(version)).to.equal('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    })
  }
})

describe('With TRUST_PROXY=true', () => {
  let service: TestService
  givenService((given) => (service = given), { env: { TRUST_PROXY: 'true' } })
  const ask = async (headers: Record<string, string>) => {
    const reply = await request(`${service.url}/api/v1/health`, { headers, reset: true })
    return { status: reply.statusCode, body: await reply.body.text(), headers: reply.headers }
  }

  it('serves what the proxy received by HTTPS', async () => {
    expect(service.url).to.match(/^http:/)
    for (const proto of ['https', 'HTTPS', 'http, https'])
      expect((await ask({ 'X-Forwarded-Proto': proto })).status, proto).to.equal(200)
    const user = await service.createUser()
    expect((await user.api.with({ 'X-Forwarded-Proto': 'https' }).get('/ideas')).status).to.equal(200)
  })

  it('answers the same 403 to everything else', async () => {
    for (const headers of [
      {},
      { 'X-Forwarded-Proto': 'http' },
      { 'X-Forwarded-Proto': 'https, http' },
      { 'X-Forwarded-Proto': '' },
      { Forwarded: 'proto=https' },
    ]) {
      const { status, body } = await ask(headers)
      expect([status, body], JSON.stringify(headers)).to.deep.equal([403, '{"error":"HTTPS is required"}'])
    }
    const user = await service.createUser()
    expect((await user.api.get('/ideas')).status).to.equal(403)
    expect((await user.api.with({ 'X-Forwarded-Proto': 'https' }).get('/user/usage')).body.used).to.equal(0)
  })
})

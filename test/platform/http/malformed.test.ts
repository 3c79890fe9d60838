import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { expect } from 'chai'
import { LISTENER_LIMITS } from '../../../src/platform/http/listener.ts'
import { newUser, sharedService } from '../../support/service.ts'

/** What the service answers to these bytes, whole. */
async function answerTo(bytes: string): Promise<{ head: string; body: string }> {
  const { url } = await sharedService()
  const socket = connect({ host: 'localhost', port: Number(new URL(url).port), rejectUnauthorized: false })
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body }
}

/** What a request with this line and these headers is answered, which has a request id in any case. */
async function ask(line: string, ...headers: readonly string[]) {
  const { head, body } = await answerTo(`${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  expect(head).to.match(/\r\nX-Request-Id: \S+/)
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as { details?: { path: string }[] } }
}

describe('what is no request at all', () => {
  it('is answered 400 as JSON, with a request id', async () => {
    const { head, body } = await answerTo('GARBAGE\r\n\r\n')
    expect(head)
      .to.match(/^HTTP\/1\.1 400 Bad Request\r\n/)
      .and.to.match(/\r\nX-Request-Id: \S+/)
    expect(JSON.parse(body)).to.deep.equal({ error: 'The request is not valid HTTP' })
  })

  it('is answered 431 as JSON with a request id when address and headers are too large, however large', async () => {
    for (const size of [LISTENER_LIMITS.headerBytes, 2_000_000]) {
      const { head, body } = await answerTo(
        `GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(size)}\r\n\r\n`,
      )
      expect(head)
        .to.match(/^HTTP\/1\.1 431 /)
        .and.to.match(/\r\nX-Request-Id: \S+/)
      expect(JSON.parse(body)).to.deep.equal({ error: 'The address and headers are too large' })
    }
  })
})

describe('a body of a client without a credential', () => {
  for (const credential of ['', 'Authorization: Bearer unknown\r\n', 'X-API-Key: unknown\r\n'])
    it(`is not waited for at /mcp: ${credential || 'none at all'}`, async () => {
      const lines = [
        'POST /mcp HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 1000000',
      ]
      const { head } = await answerTo(`${lines.join('\r\n')}\r\n${credential}\r\n{`)
      expect(head).to.match(/^HTTP\/1\.1 401 /)
    })

  it('is at most 32 KiB to sign in', async () => {
    const { anonymous } = await sharedService()
    const body = { email: 'a@example.org', password: 'x'.repeat(40_000) }
    expect((await anonymous.post('/auth/sign-in', body)).status).to.equal(413)
  })
})

describe('a client that reads no answer before it has sent everything', () => {
  it('is told that its body is too large, although that is larger than any upload', async () => {
    const [{ url }, { api_key: key }] = await Promise.all([sharedService(), newUser()])
    const socket = connect({ host: 'localhost', port: Number(new URL(url).port), rejectUnauthorized: false })
    const bytes = 12 * 1_048_576
    const head = [
      'POST /api/v1/ideas HTTP/1.1',
      'Host: x',
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
    ]
    socket.write(`${[...head, `Content-Length: ${bytes}`].join('\r\n')}\r\n\r\n`)
    await new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(bytes), (error) => (error ? reject(error) : resolve()))
    })
    expect(await text(socket)).to.match(/^HTTP\/1\.1 413 /)
  })
})

describe('what asks oddly', () => {
  it('is answered 400 where its target is no address, with a key or without one', async () => {
    const { api_key: key } = await newUser()
    for (const target of ['http://[', 'https://[::1/api/v1/ideas?limit=1', 'http://a:99999/api/v1/ideas']) {
      for (const headers of [['Host: x'], ['Host: x', `X-API-Key: ${key}`]]) {
        const { status, body } = await ask(`GET ${target} HTTP/1.1`, ...headers)
        expect([status, body.details?.[0]?.path], target).to.deep.equal([400, 'target'])
      }
    }
  })

  it('is answered as by its path where its target is a whole address', async () => {
    const { api_key: key } = await newUser()
    const line = 'GET https://elsewhere.example/api/v1/ideas?limit=1 HTTP/1.1'
    expect((await ask(line, 'Host: x', `X-API-Key: ${key}`)).status).to.equal(200)
  })

  it('is answered as without a body where that has no length and is empty', async () => {
    const { api, api_key: key } = await newUser()
    const headers = ['Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json', 'Connection: close']
    const lines = ['POST /api/v1/ideas HTTP/1.1', ...headers, 'Transfer-Encoding: chunked', '', '0', '', '']
    const { head, body } = await answerTo(lines.join('\r\n'))
    expect(head).to.match(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(body)).to.deep.equal((await api.post('/ideas')).body)
  })

  it('is answered 400 without a Host, and as ever with an expectation that nobody knows', async () => {
    const { status, body } = await ask('GET /api/v1/health/live HTTP/1.1')
    expect([status, body.details?.[0]?.path]).to.deep.equal([400, 'Host'])
    expect((await ask('GET /api/v1/health/live HTTP/1.1', 'Host: x', 'Expect: foo')).status).to.equal(200)
  })
})

describe('the address', () => {
  it('has room for the longest search in every script', async () => {
    const { api } = await newUser()
    for (const letter of ['a', 'é', '한', '𠀀']) {
      const q = encodeURIComponent(letter.repeat(8_000))
      const { status, body } = await api.get(`/ideas/search?mode=keyword&q=${q}`)
      expect([status, body.results], letter).to.deep.equal([200, []])
    }
  })
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import Koa from 'koa'
import { closeAfterUnreadBody } from '../../../src/platform/http/unread-body.ts'

const LIMIT = 1_000_000
const LINGER_MS = 1_000
const PIECE = Buffer.alloc(64 * 1024)

describe('an answer before the body of its request has arrived', () => {
  let server: Server
  let socket: Socket
  beforeEach(async () => {
    const app = new Koa().use(closeAfterUnreadBody({ bytes: LIMIT, ms: LINGER_MS }))
    app.use(async (ctx) => {
      if (ctx.path === '/begun') await once(ctx.req, 'data')
      ctx.body = 'word'
    })
    server = createServer(app.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    // It goes on sending although the server has ended the connection.
    socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined)
  })
  afterEach(async () => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  const begin = (path: string, bytes: number): void => {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`)
    if (bytes > 0) socket.write('x')
  }

  for (const path of ['/ignored', '/begun']) {
    it(`says that the connection ends, and takes little of the rest of a body that is ${path.slice(1)}`, async () => {
      begin(path, 1e10)
      expect(String((await once(socket, 'data'))[0]))
        .to.contain('word')
        .and.to.contain('Connection: close')
      let sent = 0
      const taken = (): void => {
        sent += PIECE.length
        if (!socket.destroyed) setImmediate(() => socket.write(PIECE, (error) => error || taken()))
      }
      taken()
      await new Promise((resolve) => socket.once('close', resolve))
      // The buffers of the operating system come on top.
      expect(sent).to.be.within(LIMIT, 20 * LIMIT)
    })

    it(`reaches a client that reads only after it has sent all of a body that is ${path.slice(1)}`, async () => {
      const bytes = LIMIT / 2
      begin(path, bytes)
      await new Promise((resolve) => setTimeout(resolve, 50))
      socket.end(Buffer.alloc(bytes - 1))
      expect(await text(socket)).to.match(/word$/)
    })
  }

  it('leaves the connection open when the body is there', async () => {
    for (let count = 0; count < 2; count += 1) {
      begin('/ignored', 0)
      expect(String((await once(socket, 'data'))[0])).to.contain('Connection: keep-alive')
    }
  })
})

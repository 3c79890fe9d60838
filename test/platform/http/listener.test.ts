import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { connect } from 'node:tls'
import { expect } from 'chai'
import Koa from 'koa'
import { ownKeyPair } from '../../../src/platform/http/certificate.ts'
import { serveDocs } from '../../../src/platform/http/docs.ts'
import {
  listen,
  LISTENER_LIMITS,
  type Listener,
  type ListenerLimits,
} from '../../../src/platform/http/listener.ts'
import { until } from '../../support/until.ts'

const PIECE = Buffer.alloc(64 * 1024)
const PIECES = 400
const READERS = 50

let tls: { cert: string; key: string }
let listener: Listener
let responses: Set<ServerResponse>
let begun: number
let sockets: Socket[]

const docs = new Koa()
  .use(serveDocs({}))
  .on('error', () => undefined)
  .callback()

/** Sends 25 MB to who asks for `/large`, the documentation, or one word; for `/late` it takes longer. */
const handler: RequestListener = (request, response) => {
  begun += 1
  responses.add(response)
  response.once('close', () => responses.delete(response))
  if (request.url?.startsWith('/docs')) void docs(request, response)
  else if (request.url === '/large') Readable.from(Array(PIECES).fill(PIECE)).pipe(response)
  else setTimeout(() => response.end('word'), request.url === '/late' ? 300 : 0)
}

async function start(limits: Partial<ListenerLimits>): Promise<void> {
  const all = { ...LISTENER_LIMITS, ...limits }
  listener = await listen(handler, { host: '127.0.0.1', port: 0, tls, limits: all })
}

function open(localAddress = '127.0.0.1'): Socket {
  const socket = connectPlain({ port: listener.port, host: '127.0.0.1', localAddress })
  sockets.push(socket.on('error', () => undefined))
  return socket
}

async function ask(where: string, times = 1): Promise<Socket> {
  const socket = connect({ socket: open(), rejectUnauthorized: false })
  sockets.push(socket.on('error', () => undefined))
  await once(socket, 'secureConnect')
  socket.write(`GET ${where} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
  return socket
}

const openOnes = (): number => sockets.filter(({ destroyed }) => !destroyed).length

describe('the listener', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ideas-test-'))
    tls = await ownKeyPair(folder, 'localhost')
  })
  after(async () => rm(folder, { recursive: true }))
  beforeEach(() => {
    responses = new Set()
    begun = 0
    sockets = []
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await listener.close()
  })

  for (const where of ['/large', '/docs/swagger-ui-bundle.js']) {
    it(`disconnects readers of ${where} that never read, and holds little for each until then`, async () => {
      await start({ stalledMs: 2_000 })
      for (let count = 0; count < READERS; count += 1) await ask(where, 10)
      await until('all are asked', () => begun >= READERS)
      const held = [...responses].map((response) => response.writableLength)
      expect(held.length).to.be.above(0)
      expect(Math.max(...held)).to.be.below(4 * PIECE.length)
      await until('all are disconnected', () => responses.size === 0)
    })
  }

  it('lets a slow reader have the whole', async () => {
    await start({ stalledMs: 2_000 })
    const socket = await ask('/large')
    let bytes = 0
    let chunks = 0
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks += 1
      if (chunks % 8 > 0) return
      socket.pause()
      setTimeout(() => socket.resume(), 10)
    })
    await until('all is read', () => bytes > PIECES * PIECE.length)
  })

  it('lets the service take its time', async () => {
    await start({ stalledMs: 50 })
    const [answer] = await once(await ask('/late'), 'data')
    expect(String(answer)).to.contain('word')
  })

  it('closes connections that say nothing, and those that are idle', async () => {
    await start({ handshakeMs: 1_000, idleMs: 1_000 })
    for (let count = 0; count < 10; count += 1) open()
    const asked = await ask('/word')
    asked.resume()
    await until('all are closed', () => openOnes() === 0)
  })

  it('takes so many connections of a network, and others of other networks', async () => {
    await start({ connectionsPerNetwork: 5 })
    for (let count = 0; count < 8; count += 1) open().resume()
    await until('three are refused', () => openOnes() === 5)
    const other = open('127.0.0.2').resume()
    await once(other, 'connect')
    sockets.find(({ destroyed }) => !destroyed)?.destroy()
    await until('there is room again', async () => {
      const socket = await ask('/word').catch(() => undefined)
      return socket !== undefined
    })
    expect(other.destroyed).to.equal(false)
  })

  it('takes any number of connections of a proxy, which is one network for all clients', async () => {
    listener = await listen(handler, {
      host: '127.0.0.1',
      port: 0,
      tls: undefined,
      limits: { ...LISTENER_LIMITS, connectionsPerNetwork: 1 },
    })
    for (let count = 0; count < 3; count += 1) open().write('GET /word HTTP/1.1\r\nHost: x\r\n\r\n')
    await until('all are answered', () => begun === 3)
    expect(openOnes()).to.equal(3)
  })

  it('takes so many connections in all', async () => {
    await start({ connections: 5 })
    for (let count = 0; count < 8; count += 1) open(`127.0.0.${count + 1}`).resume()
    await until('three are refused', () => openOnes() === 5)
  })

  it('answers on kept and new connections while it drains, and closes each after its answer', async () => {
    await start({})
    const kept = await ask('/word')
    await once(kept, 'data')
    const closed = listener.close({ drainMs: 2_000, finishMs: 5_000 })
    const fresh = await ask('/word')
    kept.write('GET /word HTTP/1.1\r\nHost: x\r\n\r\n')
    for (const socket of [kept, fresh]) {
      const [answer] = await once(socket, 'data')
      expect(String(answer)).to.contain('200 OK').and.to.contain('Connection: close')
      await once(socket, 'close')
    }
    await closed
    const late = open()
    const [error] = await once(late, 'error')
    expect(error).to.have.property('code', 'ECONNREFUSED')
  })
})

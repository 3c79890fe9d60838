import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { OperatorError } from '../operator-error.ts'

/** The address to listen on, and the TLS certificate. */
export type Listening = Readonly<{
  host: string
  port: number
  /** Undefined behind a proxy that terminates TLS. */
  tls: Readonly<{ cert: string; key: string }> | undefined
}>

/** A server that accepts connections. */
export type Listener = Readonly<{ port: number; close(): Promise<void> }>

const TLS_HANDSHAKE = 0x16
const FIRST_BYTE_MS = 10_000
const GRACE_MS = 5_000

/**
 * Serves HTTPS, and on the same port answers plain HTTP with 403 "HTTPS is required"; without `tls` serves plain HTTP.
 * @throws OperatorError when the port is taken or privileged, or the host is not an address of this machine
 */
export async function listen(handler: RequestListener, { host, port, tls }: Listening): Promise<Listener> {
  const plain = createHttpServer(tls === undefined ? handler : refusePlain)
  const secure = tls === undefined ? undefined : createHttpsServer(tls, handler)
  const servers = [plain, ...(secure === undefined ? [] : [secure])]
  for (const server of servers) {
    server.keepAliveTimeout = 65_000
    server.on('clientError', refuseMalformed)
    // Node starts its checks of idle and slow connections on 'listening', which these servers never emit themselves.
    server.emit('listening')
  }
  const sockets = new Set<Socket>()
  const accept = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (secure === undefined) plain.emit('connection', socket)
    else routeByFirstByte(socket, { plain, secure })
  }

  const listeners = await listenAll(accept, host, port).catch((error: unknown) => {
    throw listenError(error as NodeJS.ErrnoException, host, port)
  })

  return {
    port: portOf(listeners[0]),
    async close() {
      const closed = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)))
      for (const server of servers) server.close()
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), GRACE_MS)
      const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50)
      await Promise.all(closed)
      clearTimeout(timer)
      clearInterval(idle)
    },
  }
}

/** Hands a connection to the TLS or the plain server: a TLS handshake starts with the byte 0x16. */
function routeByFirstByte(socket: Socket, servers: { plain: Server; secure: Server }): void {
  const timer = setTimeout(() => socket.destroy(), FIRST_BYTE_MS)
  socket.on('error', () => socket.destroy())
  socket.once('data', (chunk: Buffer) => {
    clearTimeout(timer)
    socket.pause()
    const server = chunk[0] === TLS_HANDSHAKE ? servers.secure : servers.plain
    socket.unshift(chunk)
    server.emit('connection', socket)
    process.nextTick(() => socket.resume())
  })
  socket.once('close', () => clearTimeout(timer))
}

/** Answers requests that Node's parser rejects in the format of the other errors. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, sentence] = MALFORMED[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP',
  ]
  const body = JSON.stringify({ error: sentence })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const MALFORMED: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

function refusePlain(_request: unknown, response: ServerResponse): void {
  const body = JSON.stringify({ error: 'HTTPS is required' })
  response.writeHead(403, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  })
  response.end(body)
}

async function listenAll(accept: (socket: Socket) => void, host: string, port: number): Promise<Server[]> {
  if (host !== 'localhost') return [await open(accept, host, port)]
  const listener = await open(accept, '127.0.0.1', port)
  try {
    return [listener, await open(accept, '::1', portOf(listener))]
  } catch (error) {
    // Without IPv6, IPv4 is enough; if another program has the port on ::1, clients of localhost would reach that one.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return [listener]
    listener.close()
    throw error
  }
}

async function open(accept: (socket: Socket) => void, host: string, port: number): Promise<Server> {
  const server = createServer({ noDelay: true }, accept)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve(server))
  })
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorError(`PORT ${port} is taken by another program: end that one or give another PORT`)
  if (error.code === 'EACCES') return new OperatorError(`PORT ${port} is not open to this user`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorError(`HOST ${host} is not an address of this machine`)
  }
  return error
}

function portOf(server: Server | undefined): number {
  const address = server?.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

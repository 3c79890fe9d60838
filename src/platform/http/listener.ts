import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'
import { createGate, trackResponses } from './connections.ts'
import { refuseMalformed, refusePlain } from './refusals.ts'
import { keepSessions } from './tls-sessions.ts'

/** The limits of a listener, by default. */
export const LISTENER_LIMITS = {
  /** Address and headers of a request, bytes: 8,000 characters of a search, each up to 12 when percent-encoded, and 16 KiB. */
  headerBytes: 8_000 * 12 + 16 * 1024,
  /** Connections open at once, per listening address. */
  connections: 4_096,
  /** Connections of one IPv4 address or IPv6 /64; not behind a proxy, from which all of them come. */
  connectionsPerNetwork: 512,
  /** Until the first byte of a connection arrives, and for a TLS handshake. */
  handshakeMs: 10_000,
  /** TLS sessions that can be resumed by their id. */
  sessions: 1_000,
  /** Until the headers of a request have arrived. */
  headersMs: 20_000,
  /** Until a request has arrived as a whole. */
  requestMs: 300_000,
  /** Between two requests on a connection. */
  idleMs: 65_000,
  /** In which a client takes nothing of a response. */
  stalledMs: 30_000,
}
export type ListenerLimits = typeof LISTENER_LIMITS

/** The address to listen on, and the TLS certificate. */
export type Listening = Readonly<{
  host: string
  port: number
  /** Undefined behind a proxy that terminates TLS. */
  tls: Readonly<{ cert: string; key: string }> | undefined
  limits?: ListenerLimits
}>

/** How a listener closes. */
export type Closing = Readonly<{
  /** How long it still accepts connections. */
  drainMs: number
  /** After that, how long requests may take to finish before their connections are destroyed. */
  finishMs: number
}>

/** A server that accepts connections. */
export type Listener = Readonly<{
  port: number
  /** Ends every connection after the response that is under way on it. */
  close(closing?: Closing): Promise<void>
}>

const TLS_HANDSHAKE = 0x16
const AT_ONCE: Closing = { drainMs: 0, finishMs: 5_000 }

/**
 * Serves HTTPS, and on the same port answers plain HTTP with 403 "HTTPS is required"; without `tls` serves plain HTTP.
 * @throws OperatorError when the port is taken or privileged, or the host is not an address of this machine
 */
export async function listen(
  handler: RequestListener,
  { host, port, tls, limits = LISTENER_LIMITS }: Listening,
): Promise<Listener> {
  const responses = trackResponses(limits.stalledMs)
  const serve: RequestListener = (request, response) => {
    responses.track(response)
    handler(request, response)
  }
  const options = {
    maxHeaderSize: limits.headerBytes,
    // The application refuses it as it refuses others.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.headersMs / 4,
  }
  const plain = createHttpServer(options, tls === undefined ? serve : refusePlain)
  const secure = tls && createHttpsServer({ ...options, ...tls, handshakeTimeout: limits.handshakeMs }, serve)
  if (secure !== undefined) keepSessions(secure, limits.sessions)
  const servers = [plain, ...(secure === undefined ? [] : [secure])]
  for (const server of servers) {
    server.on('clientError', refuseMalformed)
    // Of expectations only 100-continue is known; another is left unmet, as RFC 9110, section 10.1.1, allows.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    // Node starts its checks of idle and slow connections on 'listening', which these servers never emit themselves.
    server.emit('listening')
  }
  const sockets = new Set<Socket>()
  const admits = tls === undefined ? () => true : createGate(limits.connectionsPerNetwork)
  const accept = (socket: Socket): void => {
    if (!admits(socket)) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (secure === undefined) plain.emit('connection', socket)
    else routeByFirstByte(socket, { plain, secure }, limits.handshakeMs)
  }

  const listeners = await listenAll(accept, host, port).catch((error: unknown) => {
    throw listenError(error as NodeJS.ErrnoException, host, port)
  })
  for (const listener of listeners) listener.maxConnections = limits.connections

  return {
    port: portOf(listeners[0]),
    async close({ drainMs, finishMs } = AT_ONCE) {
      responses.closeConnections()
      await sleep(drainMs)
      const closed = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)))
      for (const server of servers) server.close()
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), finishMs)
      const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50)
      await Promise.all(closed)
      clearTimeout(timer)
      clearInterval(idle)
    },
  }
}

/** Hands a connection to the TLS or the plain server: a TLS handshake starts with the byte 0x16. */
function routeByFirstByte(
  socket: Socket,
  servers: { plain: Server; secure: Server },
  handshakeMs: number,
): void {
  const timer = setTimeout(() => socket.destroy(), handshakeMs)
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
  return new OperatorError(`the service cannot listen on HOST ${host}, PORT ${port}: ${error.message}`)
}

function portOf(server: Server | undefined): number {
  const address = server?.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

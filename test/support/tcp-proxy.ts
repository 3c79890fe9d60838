import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createBoltReaders, type BoltMessage } from './bolt-reader.ts'

/**
 * What goes wrong with one statement: the connection breaks after the server is done but before its answer, or before
 * the statement reaches the server, or the statement vanishes in silence (Redis only).
 */
export type Fault = Readonly<{
  /** `COMMIT`, or a piece of the text of a statement that is a transaction of its own, or of a Redis command. */
  on: string
  lose: 'answer' | 'request' | 'silently'
}>

/** A proxy that counts and breaks what goes through it. */
export type TcpProxy = Readonly<{
  port: number
  /** How often a client spoke after the server had: round trips, over all connections. */
  turns(): number
  /** The names of the client's Bolt messages so far. */
  messages(): readonly string[]
  /** Forgets what was counted. */
  reset(): void
  /** Breaks the connection once, at the next statement that fits; resolves when it has happened. */
  arm(fault: Fault): Promise<void>
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  /** Lets nothing through, without a word; new connections are accepted and wait too. */
  hang(): void
  /** Lets everything through again. */
  resume(): Promise<void>
  close(): Promise<void>
}>

type Armed = Fault & { done: () => void }

/** Listens on a port of its own and forwards to `target` (`bolt://…` or `redis://…`). */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port, protocol } = new URL(target)
  const isBolt = protocol.startsWith('bolt')
  const pairs = new Set<{ client: Socket; server: Socket }>()
  let counts = { turns: 0, messages: [] as string[] }
  let armed: Armed | undefined
  let hanging = false

  const accept = (client: Socket): void => {
    const server = connect({ host: hostname, port: Number(port), noDelay: true })
    const pair = { client, server }
    pairs.add(pair)
    const end = (): void => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    if (hanging) for (const socket of [client, server]) socket.pause()
    const watch = isBolt ? watchBolt(end) : watchPlain
    let serverSpoke = true

    client.on('data', (data: Buffer) => {
      if (serverSpoke) counts.turns += 1
      serverSpoke = false
      if (watch.client(data) !== 'lost') server.write(data)
    })
    server.on('data', (data: Buffer) => {
      serverSpoke = true
      if (watch.server(data) !== 'lost') client.write(data)
    })
  }

  /** Follows one Bolt connection, and breaks it when the armed fault's statement comes by. */
  const watchBolt = (end: () => void) => {
    const readers = createBoltReaders()
    let asked = 0
    let answered = 0
    let losing: { until: number; done: () => void } | undefined

    const look = (message: BoltMessage): 'lost' | undefined => {
      counts.messages.push(message.name)
      if (message.name !== 'GOODBYE') asked += 1
      if (armed === undefined || !fits(message, armed.on)) return undefined
      const { done, lose } = armed
      armed = undefined
      if (lose === 'request') {
        end()
        done()
        return 'lost'
      }
      // A statement's own transaction is committed when the PULL after its RUN has been answered.
      losing = { until: message.name === 'RUN' ? asked + 1 : asked, done }
      return undefined
    }
    return {
      client: (data: Buffer) => (readers.client.push(data).map(look).includes('lost') ? 'lost' : 'kept'),
      server(data: Buffer) {
        answered += readers.server.push(data).filter(({ name }) => name !== 'RECORD').length
        if (losing === undefined) return 'kept'
        if (answered >= losing.until) {
          end()
          losing.done()
        }
        return 'lost'
      },
    }
  }

  /** Lets the armed command vanish. */
  const watchPlain = {
    client(data: Buffer) {
      if (armed === undefined || !data.includes(armed.on)) return 'kept'
      armed.done()
      armed = undefined
      return 'lost'
    },
    server: () => 'kept',
  }

  const listener = createServer({ noDelay: true }, accept)
  const listen = async (at: number): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject).listen({ host: '127.0.0.1', port: at }, resolve)
    })
  }
  const endAll = (): void => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
  }
  await listen(0)
  const own = (listener.address() as AddressInfo).port

  return {
    port: own,
    turns: () => counts.turns,
    messages: () => counts.messages,
    reset() {
      counts = { turns: 0, messages: [] }
    },
    arm: async (fault) =>
      new Promise((resolve) => {
        armed = { ...fault, done: resolve }
      }),
    async cut() {
      const closed = new Promise((resolve) => listener.close(resolve))
      endAll()
      await closed
    },
    hang() {
      hanging = true
      for (const { client, server } of pairs) [client, server].forEach((socket) => socket.pause())
    },
    async resume() {
      hanging = false
      for (const { client, server } of pairs) [client, server].forEach((socket) => socket.resume())
      if (!listener.listening) await listen(own)
    },
    async close() {
      const closed = listener.listening ? new Promise((resolve) => listener.close(resolve)) : undefined
      endAll()
      await closed
    },
  }
}

function fits({ name, bytes }: BoltMessage, wanted: string): boolean {
  return wanted === 'COMMIT' ? name === 'COMMIT' : name === 'RUN' && bytes.includes(wanted)
}
